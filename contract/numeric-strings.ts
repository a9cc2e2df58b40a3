import * as z from 'zod/mini'

/** A decimal number in a string. Stricter than `Number`, which also accepts blanks, hexadecimal and exponents. */
export const numericString = (message: string) =>
  z.pipe(
    z.string(message).check(z.regex(/^[+-]?\d+(\.\d+)?$/, { error: message, abort: true })),
    z.coerce.number(message),
  )

const TIME_MESSAGE = 'must be a unix timestamp in seconds'
/** The end of the year 9999; a time in milliseconds is above it. */
const LAST_SECOND = 253_402_300_799

/** A time in unix seconds in a string. */
export const unixSeconds = numericString(TIME_MESSAGE).check(z.gte(0, TIME_MESSAGE), z.lte(LAST_SECOND, TIME_MESSAGE))

/** An integer from `low` to `high` in a string. */
export const integerString = (low: number, high: number) => {
  const message = `must be a whole number from ${low} to ${high}`
  return numericString(message).check(z.int(message), z.gte(low, message), z.lte(high, message))
}
