import { DATA_PATHS, STREAM_TIMEFRAMES, type DataPath, type StreamTimeframe } from '#contract/strategies/names.ts'
import type { SignalUpdate } from '#server/strategies/signal-extractors/extract.ts'
import type { SignalValue, StreamSignal } from '#server/strategies/signal-extractors/stream-signal.ts'

/** Where a signal has its values: overall, in a timeframe, or of one indicator. */
export const SLOTS = ['overall', ...STREAM_TIMEFRAMES, ...DATA_PATHS] as const
export type Slot = (typeof SLOTS)[number]

/** Scores and confidences of a slot, one per entry of the stream; NaN where it has none. */
export interface SlotColumns {
  readonly slot: Slot
  readonly score: Float64Array
  readonly confidence: Float64Array
}

/** The signals of one stream, oldest first. */
export interface SignalColumns {
  readonly key: string
  /** Index of the minute of each entry. */
  readonly minutes: Float64Array
  /** Market time that each entry refers to, unix ms. */
  readonly asOf: Float64Array
  readonly slots: readonly SlotColumns[]
}

/** The analysis of consecutive minutes, reduced to what strategies use. */
export interface Readings {
  /** End of each minute, unix ms: the time of its decisions. */
  readonly at: Float64Array
  /** NaN where the update had none. */
  readonly volumeRatio: Float64Array
  readonly price: Float64Array
  /** The streams before the first minute; undefined if they were empty. */
  readonly initial: SignalUpdate | undefined
  readonly streams: readonly SignalColumns[]
}

/** Where a column's value belongs in a signal; undefined for the overall one. */
interface Place {
  readonly columns: SlotColumns
  readonly timeframe: StreamTimeframe | undefined
  readonly path: DataPath | undefined
}

const placeOf = (columns: SlotColumns): Place => ({
  columns,
  timeframe: STREAM_TIMEFRAMES.find((each) => each === columns.slot),
  path: DATA_PATHS.find((each) => each === columns.slot),
})

function signalAt(asOf: number, places: readonly Place[], index: number): StreamSignal {
  const byTimeframe: StreamSignal['byTimeframe'] = {}
  const byPath: StreamSignal['byPath'] = {}
  let overall: SignalValue | undefined
  for (const { columns, timeframe, path } of places) {
    const score = columns.score[index] ?? Number.NaN
    if (Number.isNaN(score)) continue
    const value = { score, confidence: columns.confidence[index] ?? 0 }
    if (timeframe) byTimeframe[timeframe] = value
    else if (path) byPath[path] = value
    else overall = value
  }
  return { asOf, messageId: null, overall, byTimeframe, byPath }
}

const known = (value: number | undefined): number | undefined =>
  value === undefined || Number.isNaN(value) ? undefined : value

/** The updates that the readings were made of, oldest first, without the initial one. */
export function* updatesOf({ at, price, volumeRatio, streams }: Readings): Generator<SignalUpdate> {
  const cursors = streams.map(({ key, minutes, asOf, slots }) => ({
    key,
    minutes,
    asOf,
    places: slots.map(placeOf),
    next: 0,
  }))
  for (let minute = 0; minute < at.length; minute += 1) {
    const signals = new Map<string, StreamSignal>()
    for (const cursor of cursors) {
      const { key, minutes, asOf, places, next } = cursor
      if (minutes[next] !== minute) continue
      signals.set(key, signalAt(asOf[next] ?? 0, places, next))
      cursor.next = next + 1
    }
    yield {
      at: at[minute] ?? 0,
      price: known(price[minute]),
      volumeRatio: known(volumeRatio[minute]),
      signals,
      unreadable: [],
    }
  }
}
