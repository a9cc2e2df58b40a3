import * as z from 'zod/mini'

/** A number written in figures: `Number` would also take blanks for 0, hexadecimal and exponents. */
export const figure = (words: string) =>
  z.pipe(z.string(words).check(z.regex(/^[+-]?\d+(\.\d+)?$/, { error: words, abort: true })), z.coerce.number(words))

/** A whole number from `low` to `high`, written in figures. */
export const wholeNumber = (low: number, high: number) => {
  const words = `must be a whole number from ${low} to ${high}`
  return figure(words).check(z.int(words), z.gte(low, words), z.lte(high, words))
}
