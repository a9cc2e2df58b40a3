import type { DataError } from '#contract/payloads/header.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import {
  ANALYSIS_SUBCATEGORIES,
  analysisKey,
  candleKey,
  indicatorKey,
  type AnalysisPayload,
  type AnalysisPayloads,
} from '#contract/payloads/streams.ts'
import type { ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { MINUTE_S } from '../candles/math.ts'
import { createMinuteIngest } from './ingest.ts'
import { createMarketView, isAnalysisTimeframe, type Rollup } from './market-view.ts'
import { analysisPayloads } from './payloads.ts'
import { createTrackers } from './trackers.ts'

/** A payload for a stream. */
export interface AnalysisEntry {
  readonly key: string
  /** closed: final, to be appended to its stream; running: provisional, replaced by the next entry of its key. */
  readonly kind: 'closed' | 'running'
  readonly data: AnalysisPayload
}

/** A minute candle and the coarser candles it belongs to, finest first, as reported by the candle store. */
export interface MinuteUpdate {
  readonly candle: Candle
  readonly rollups: readonly Rollup[]
}

/** A closed candle with its indicators. */
export interface ClosedCandle {
  readonly timeframe: Timeframe
  readonly candle: Candle
  readonly indicators: IndicatorSnapshot
}

/** What a closed minute comes to: the candles that it closed, its own first, and all analyses. */
export interface ClosedMinute {
  readonly candles: readonly ClosedCandle[]
  readonly analyses: AnalysisPayloads | undefined
}

/** Closed candles by timeframe, oldest first. */
export type History = Partial<Record<Timeframe, readonly Candle[]>>

/** The analysis of one pair, minute by minute. The same candles give the same entries, byte for byte. */
export interface PairAnalysis {
  /** Processes the history before the first minute. */
  seed(history: History): void
  /** Like `seed`, but yields every few milliseconds, so that the process can serve requests in between. */
  seedInSteps(history: History): Generator<void>
  /** Provisional indicators of every timeframe, as if its running candle closed now. Does not affect later closes. */
  onPartial(update: MinuteUpdate): AnalysisEntry[]
  /** Processes a closed minute; undefined if it was rejected. */
  close(this: void, update: MinuteUpdate): ClosedMinute | undefined
  /** Processes a closed minute; returns its entries, those of the timeframes it closed, and all analyses. */
  onClose(update: MinuteUpdate): AnalysisEntry[]
  /** Reports invalid input, which the next payloads list among their errors. */
  reportInputError(error: DataError): void
  /** The newest closed candle of every timeframe, and all analyses. */
  newest(this: void): ClosedMinute
  /** The newest closed entry of every stream. */
  current(): AnalysisEntry[]
  /** Indicators of the closed candles before the newest, by stream. */
  pastIndicators(): readonly PastIndicators[]
}

/** Indicators of a stream's earlier candles, oldest first. */
export interface PastIndicators {
  readonly key: string
  readonly entries: readonly {
    /** End of the candle, unix seconds. */
    readonly endS: number
    readonly snapshot: IndicatorSnapshot
  }[]
}

/** Stable for candles of the same timeframe. */
const finestFirst = (a: Rollup, b: Rollup): number => TIMEFRAME_MINUTES[a.timeframe] - TIMEFRAME_MINUTES[b.timeframe]

const endOf = (timeframe: Timeframe, { timestamp }: Candle): number =>
  timestamp + TIMEFRAME_MINUTES[timeframe] * MINUTE_S

/** Candles that a minute closes late, after a gap, ended before it. */
const earliestEndFirst = (
  a: { readonly timeframe: Timeframe; readonly candle: Candle },
  b: { readonly timeframe: Timeframe; readonly candle: Candle },
): number => endOf(a.timeframe, a.candle) - endOf(b.timeframe, b.candle)

/** Candles per step: about a millisecond of work, several before the code is optimized. */
const SEED_BATCH = 25

/** Unix seconds at which the levels of a history were last drawn: the end of the minute that closed its newest M5 candle. */
function levelsDrawnAt({ M1 = [], M5 = [] }: History): number {
  const fiveMinutes = M5.at(-1)
  const minute = fiveMinutes && M1.find((each) => endOf('M1', each) >= endOf('M5', fiveMinutes))
  return minute ? endOf('M1', minute) : Infinity
}

/** `exchange`: the source of the candles, which the payloads name; a recording unless given. */
export function createPairAnalysis(pair: PairId, exchange: MarketKind = 'replay'): PairAnalysis {
  const view = createMarketView(pair, exchange)
  const trackers = createTrackers()
  const ingest = createMinuteIngest()
  /** Candles that a running minute closed late, after a gap; they wait for that minute's close, as in a replay. */
  let late: readonly Rollup[] = []
  let analysed: AnalysisPayloads | undefined

  function append(timeframe: Timeframe, candle: Candle): void {
    view.append(timeframe, candle)
    if (isAnalysisTimeframe(timeframe)) trackers.append(timeframe, view.timeframes[timeframe])
  }

  /** Closed candles that are not known yet: a history loaded late may already contain those of a gap. */
  const newlyClosed = (rollups: readonly Rollup[]): readonly Rollup[] =>
    rollups.filter(({ timeframe, candle, closed }) => {
      const last = view.timeframes[timeframe].candles.at(-1)
      return closed && (!last || candle.timestamp > last.timestamp)
    })

  function analyse(): AnalysisPayloads | undefined {
    const minute = view.timeframes.M1.candles.at(-1)
    if (!minute) return undefined
    const now = minute.timestamp + MINUTE_S
    trackers.advanceTo(now)
    return analysisPayloads({
      pair,
      exchange,
      view,
      trackers,
      now,
      price: minute.close,
      errors: ingest.drainErrors(now),
    })
  }

  function newestOf(timeframe: Timeframe): ClosedCandle[] {
    const candle = view.timeframes[timeframe].candles.at(-1)
    const indicators = view.timeframes[timeframe].snapshots.at(-1)
    return candle && indicators ? [{ timeframe, candle, indicators }] : []
  }

  function candleEntries({ timeframe, candle, indicators }: ClosedCandle): AnalysisEntry[] {
    const data: ProcessedCandle = { ...candle, timeframe, trading_pair: pair, exchange, is_complete: true }
    return [
      { key: candleKey(pair, timeframe), kind: 'closed', data },
      { key: indicatorKey(pair, timeframe), kind: 'closed', data: indicators },
    ]
  }

  const analysisEntries = (payloads: AnalysisPayloads): AnalysisEntry[] =>
    ANALYSIS_SUBCATEGORIES.map((subcategory) => ({
      key: analysisKey(pair, subcategory),
      kind: 'closed',
      data: payloads[subcategory],
    }))

  const newest = (): ClosedMinute => ({ candles: TIMEFRAMES.flatMap(newestOf), analyses: analysed })

  const entriesOf = ({ candles, analyses }: ClosedMinute): AnalysisEntry[] => [
    ...candles.flatMap(candleEntries),
    ...(analyses ? analysisEntries(analyses) : []),
  ]

  function close({ candle, rollups }: MinuteUpdate): ClosedMinute | undefined {
    if (!ingest.accept(candle)) return undefined
    const coarser = [...late, ...newlyClosed(rollups)].sort(finestFirst)
    const closed = [{ timeframe: 'M1' as const, candle }, ...coarser]
    late = []
    for (const each of closed.toSorted(earliestEndFirst)) view.forecaster.append(each.timeframe, each.candle)
    // One by one: after a gap, a minute may close two candles of a timeframe.
    const candles = closed.flatMap((each) => {
      append(each.timeframe, each.candle)
      return newestOf(each.timeframe)
    })
    if (closed.some(({ timeframe }) => timeframe === 'M5')) view.redrawLevels()
    analysed = analyse()
    return { candles, analyses: analysed }
  }

  function* seedInSteps(history: History): Generator<void> {
    const past = TIMEFRAMES.flatMap((timeframe) =>
      (history[timeframe] ?? []).map((candle) => ({ timeframe, candle, end: endOf(timeframe, candle) })),
    ).sort((a, b) => a.end - b.end)
    const drawn = levelsDrawnAt(history)
    const before = past.filter(({ end }) => end <= drawn).length
    for (const [index, { timeframe, candle }] of past.entries()) {
      if (index % SEED_BATCH === SEED_BATCH - 1) yield
      if (index === before) view.redrawLevels()
      if (timeframe === 'M1' && !ingest.accept(candle)) continue
      view.forecaster.append(timeframe, candle)
      append(timeframe, candle)
    }
    if (before === past.length) view.redrawLevels()
    analysed = analyse()
  }

  return {
    seedInSteps,

    seed(history) {
      for (const _ of seedInSteps(history));
    },

    onPartial({ candle, rollups }) {
      late = [...late, ...newlyClosed(rollups)]
      if (!ingest.acceptsPartial(candle)) return []
      const running = rollups.filter(
        ({ timeframe, closed }) => !closed && !late.some((pending) => pending.timeframe === timeframe),
      )
      return [{ timeframe: 'M1' as const, candle }, ...running].map(({ timeframe, candle: candidate }) => ({
        key: indicatorKey(pair, timeframe),
        kind: 'running',
        data: view.timeframes[timeframe].preview(candidate),
      }))
    },

    close,

    onClose(update) {
      const minute = close(update)
      return minute ? entriesOf(minute) : []
    },

    reportInputError: (error) => ingest.addError(error),
    newest,
    current: () => entriesOf(newest()),
    pastIndicators: () =>
      TIMEFRAMES.map((timeframe) => {
        const { candles, snapshots } = view.timeframes[timeframe]
        const entries = candles.slice(0, -1).flatMap((candle, index) => {
          const snapshot = snapshots[index]
          return snapshot === undefined ? [] : [{ endS: endOf(timeframe, candle), snapshot }]
        })
        return { key: indicatorKey(pair, timeframe), entries }
      }),
  }
}
