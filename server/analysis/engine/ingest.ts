import type { DataError } from '#contract/payloads/header.ts'
import { isCandle, type Candle } from '#contract/candles.ts'
import { DAY_S, HOUR_S, MINUTE_S } from '../candles/math.ts'

/** Validates incoming minutes and collects errors until they are published. */
export interface MinuteIngest {
  /** True for a valid minute after the last accepted one; a rejected one becomes an error. */
  accept(minute: Candle): boolean
  /** True for a valid running minute after the last accepted one; has no side effects. */
  acceptsPartial(minute: Candle): boolean
  /** Adds an error for input that could not be parsed. */
  addError(error: DataError): void
  /** Errors to publish with the next payloads: minutes rejected since the last call, and gaps of the last day. */
  drainErrors(now: number): DataError[]
}

/** Gaps longer than this are reported; shorter ones are minutes without trades. */
const GAP_S = HOUR_S
/** Rejected minutes that are listed; further ones are only counted. */
const MAX_LISTED = 5

const formatTime = (seconds: number): string => new Date(seconds * 1_000).toISOString()

function rejectionOf(minute: Candle, last: number | undefined): DataError | undefined {
  const { timestamp } = minute
  if (!Number.isSafeInteger(timestamp) || timestamp < 0 || timestamp % MINUTE_S !== 0) {
    return { code: 'parse_error', message: `A candle opens at ${timestamp}, which is not a minute.` }
  }
  if (!isCandle(minute))
    return { code: 'parse_error', message: `The minute ${formatTime(timestamp)} has impossible values.` }
  if (last === undefined || timestamp > last) return undefined
  const how = timestamp === last ? 'is a duplicate' : 'is out of order'
  return { code: 'stream_parse_error', message: `The minute ${formatTime(timestamp)} ${how}.` }
}

export function createMinuteIngest(): MinuteIngest {
  let last: number | undefined
  let gaps: readonly { readonly from: number; readonly to: number }[] = []
  let rejected: DataError[] = []
  let unlisted = 0

  function addError(error: DataError): void {
    if (rejected.length < MAX_LISTED) rejected.push(error)
    else unlisted += 1
  }

  return {
    addError,

    accept(minute) {
      const error = rejectionOf(minute, last)
      if (error) {
        addError(error)
        return false
      }
      const gap = last === undefined ? undefined : { from: last + MINUTE_S, to: minute.timestamp }
      if (gap && gap.to - gap.from > GAP_S) gaps = [...gaps, gap]
      last = minute.timestamp
      return true
    },

    acceptsPartial: (minute) => rejectionOf(minute, last) === undefined,

    drainErrors(now) {
      const errors = rejected
      if (unlisted > 0) errors.push({ code: 'stream_parse_error', message: `${unlisted} more minutes were rejected.` })
      rejected = []
      unlisted = 0
      gaps = gaps.filter(({ to }) => now - to < DAY_S)
      for (const { from, to } of gaps) {
        const minutes = (to - from) / MINUTE_S
        errors.push({
          code: 'missing_timestamp',
          message: `${minutes} minutes are missing from ${formatTime(from)} on.`,
        })
      }
      return errors
    },
  }
}
