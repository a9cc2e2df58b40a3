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

/** Whether an entry has the values of the one before. */
function isRepeated(columns: readonly Float64Array[], index: number): boolean {
  for (const column of columns) if (!Object.is(column[index], column[index - 1])) return false
  return true
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

/** The entries of a stream, one after the other. */
interface Cursor {
  readonly stream: SignalColumns
  readonly places: readonly Place[]
  /** Scores and confidences of the places. */
  readonly values: readonly Float64Array[]
  next: number
  /** The minute of entry `next`; Infinity after the last entry. */
  nextMinute: number
  newest: StreamSignal
}

const NO_ENTRY: StreamSignal = { asOf: 0, messageId: null, overall: undefined, byTimeframe: {}, byPath: {} }

function cursorOf(stream: SignalColumns, paths: ReadonlySet<DataPath | null | undefined>): Cursor {
  const places = stream.slots.map(placeOf).filter(({ path }) => !path || paths.has(path))
  const values = places.flatMap(({ columns }) => [columns.score, columns.confidence])
  return { stream, places, values, next: 0, nextMinute: stream.minutes[0] ?? Infinity, newest: NO_ENTRY }
}

/** The next entry. One that repeats the values of the one before shares them. */
function advance(cursor: Cursor): StreamSignal {
  const { stream, places, values, next } = cursor
  const asOf = stream.asOf[next] ?? 0
  if (next > 0 && isRepeated(values, next)) {
    const { overall, byTimeframe, byPath } = cursor.newest
    cursor.newest = { asOf, messageId: null, overall, byTimeframe, byPath }
  } else cursor.newest = signalAt(asOf, places, next)
  cursor.next = next + 1
  cursor.nextMinute = next + 1 < stream.minutes.length ? (stream.minutes[next + 1] ?? Infinity) : Infinity
  return cursor.newest
}

/** A market that is changed in place while its past is replayed. */
export interface ReplayedMarket {
  readonly signals: Map<string, StreamSignal>
  price: number | undefined
  volumeRatio: number | undefined
}

/** Brings a market to its state after an update. */
export function applyUpdate(market: ReplayedMarket, { price, volumeRatio, signals }: SignalUpdate): void {
  for (const [key, signal] of signals) market.signals.set(key, signal)
  market.price = price ?? market.price
  market.volumeRatio = volumeRatio ?? market.volumeRatio
}

/**
 * Brings a market from minute to minute, as the updates of `updatesOf` would, without making them: half a million objects and
 * maps for a year take longer than its decisions.
 * @param paths of indicators that matter; others are left out
 * @param onMinute called after each minute with its end, unix ms; false ends the replay
 */
export function replay(
  { at, price, volumeRatio, streams }: Readings,
  market: ReplayedMarket,
  paths: ReadonlySet<DataPath | null | undefined>,
  onMinute: (at: number) => boolean,
): void {
  const cursors = streams.map((stream) => cursorOf(stream, paths))
  for (let minute = 0; minute < at.length; minute += 1) {
    for (const cursor of cursors)
      if (cursor.nextMinute === minute) market.signals.set(cursor.stream.key, advance(cursor))
    market.price = known(price[minute]) ?? market.price
    market.volumeRatio = known(volumeRatio[minute]) ?? market.volumeRatio
    if (!onMinute(at[minute] ?? 0)) return
  }
}
