import type { DataError } from '#contract/analysis/errors.ts'
import { isCandle, type Candle } from '#contract/candles.ts'
import { DAY_S, HOUR_S, MINUTE_S } from '../candles/figures.ts'

/** Judges minutes as they come in, and remembers what went wrong until it has been told. */
export interface Intake {
  /** True for a minute that may be taken in after those before it; a refused one becomes an error. */
  accept(minute: Candle): boolean
  /** True for a running minute that may follow the last accepted one; nothing is remembered of it. */
  mayRun(minute: Candle): boolean
  /** Remembers an input that was not even a minute. */
  note(error: DataError): void
  /** Errors to publish with the next payloads: refused minutes since the last time, and holes of the last day. */
  report(now: number): DataError[]
}

/** Holes longer than this are reported; shorter ones are minutes without trades. */
const HOLE_S = HOUR_S
/** Refused minutes told one by one; the rest are counted. */
const TOLD = 5

const at = (seconds: number): string => new Date(seconds * 1_000).toISOString()

function refusal(minute: Candle, last: number | undefined): DataError | undefined {
  const { timestamp } = minute
  if (!Number.isSafeInteger(timestamp) || timestamp < 0 || timestamp % MINUTE_S !== 0) {
    return { code: 'parse_error', message: `A candle opens at ${timestamp}, which is not a minute.` }
  }
  if (!isCandle(minute)) return { code: 'parse_error', message: `The minute ${at(timestamp)} has impossible figures.` }
  if (last === undefined || timestamp > last) return undefined
  const how = timestamp === last ? 'came twice' : 'came too late'
  return { code: 'stream_parse_error', message: `The minute ${at(timestamp)} ${how}.` }
}

export function createIntake(): Intake {
  let last: number | undefined
  let holes: readonly { readonly from: number; readonly to: number }[] = []
  let refused: DataError[] = []
  let untold = 0

  function note(error: DataError): void {
    if (refused.length < TOLD) refused.push(error)
    else untold += 1
  }

  return {
    note,

    accept(minute) {
      const error = refusal(minute, last)
      if (error) {
        note(error)
        return false
      }
      const hole = last === undefined ? undefined : { from: last + MINUTE_S, to: minute.timestamp }
      if (hole && hole.to - hole.from > HOLE_S) holes = [...holes, hole]
      last = minute.timestamp
      return true
    },

    mayRun: (minute) => refusal(minute, last) === undefined,

    report(now) {
      const errors = refused
      if (untold > 0) errors.push({ code: 'stream_parse_error', message: `${untold} more minutes were refused.` })
      refused = []
      untold = 0
      holes = holes.filter(({ to }) => now - to < DAY_S)
      for (const { from, to } of holes) {
        const minutes = (to - from) / MINUTE_S
        errors.push({ code: 'missing_timestamp', message: `${minutes} minutes are missing from ${at(from)} on.` })
      }
      return errors
    },
  }
}
