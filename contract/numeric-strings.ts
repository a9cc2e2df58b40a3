import * as z from 'zod/mini'

/** A decimal number in a string. Stricter than `Number`, which also accepts blanks, hexadecimal and exponents. */
export const numericString = (message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^[+-]?\d+(\.\d+)?$/, { error: message, abort: true })),
    z.coerce.number(message),
  )

/** An integer from `low` to `high` in a string. */
export const integerString = (low: number, high: number) => {
  const message = `must be a whole number from ${low} to ${high}`
  return numericString(message).check(z.int(message), z.gte(low, message), z.lte(high, message))
}
