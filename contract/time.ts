import * as z from 'zod/mini'

const MILLISECONDS_ABOVE = 1e12

/** Unix milliseconds of a wire timestamp, which is in seconds unless above 1e12. */
export const toMillis = (timestamp: number): number => (timestamp > MILLISECONDS_ABOVE ? timestamp : timestamp * 1000)

/** Unix seconds of a wire timestamp, by the same rule. */
export const toSeconds = (timestamp: number): number => toMillis(timestamp) / 1000

/** A timestamp on the wire: finite, never negative, seconds or milliseconds (see `toMillis`). */
export const timestampSchema = z.number().check(z.nonnegative())
