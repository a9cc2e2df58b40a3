import * as z from 'zod/mini'

/** A number written in figures: `Number` would also take blanks for 0, hexadecimal and exponents. */
export const numericString = (message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^[+-]?\d+(\.\d+)?$/, { error: message, abort: true })),
    z.coerce.number(message),
  )

/** A whole number from `low` to `high`, written in figures. */
export const integerString = (low: number, high: number) => {
  const message = `must be a whole number from ${low} to ${high}`
  return numericString(message).check(z.int(message), z.gte(low, message), z.lte(high, message))
}
