import * as z from 'zod/mini'

const MILLISECONDS_ABOVE = 1e12

/** Unix milliseconds of a wire timestamp: above 1e12 it already is, otherwise it is in seconds. */
export const toMillis = (stamp: number): number => (stamp > MILLISECONDS_ABOVE ? stamp : stamp * 1000)

/** Unix seconds of a wire timestamp, by the same rule. */
export const toSeconds = (stamp: number): number => toMillis(stamp) / 1000

/** A timestamp on the wire: finite, never negative, seconds or milliseconds (see `toMillis`). */
export const stampSchema = z.number().check(z.nonnegative())
