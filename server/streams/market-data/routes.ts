import { crossTimeframeSchema } from '#contract/payloads/cross-timeframe.ts'
import { divergenceAnalysisSchema } from '#contract/payloads/divergence.ts'
import { type IndicatorSnapshot, indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import { levelSetSchema } from '#contract/payloads/levels.ts'
import { patternAnalysisSchema } from '#contract/payloads/patterns.ts'
import { analysisKey, indicatorKey, mlSignalsKey, SIGNAL_CATEGORY } from '#contract/payloads/streams.ts'
import { marketStructureSchema } from '#contract/payloads/structure.ts'
import * as ANALYSIS from '#contract/endpoints/analysis.ts'
import { type PairId, PAIRS } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe, TIMEFRAMES } from '#contract/timeframes.ts'
import { filterDivergences } from '#server/analysis/divergence/payload.ts'
import { filterPatterns } from '#server/analysis/patterns/payload.ts'
import { TRACK_RECORDS } from '#server/analysis/track-records/track-records.ts'
import type { Service } from '#server/http/app.ts'
import { serve, requirePair, requireTimeframe } from '#server/http/serve.ts'
import { type StreamLog, type ReadableLog, toReadableLog } from '../ports.ts'
import { type ClosedCandles, indicatorRoutes } from './indicators.ts'
import { notPublishedYet, readNewest, toResponse, type WithMetadata } from './query.ts'
import type { ActiveModel } from '#contract/payloads/responses.ts'
import { signalListSchema, type Signal, type SignalList } from '#contract/payloads/signals.ts'
import * as SIGNALS from '#contract/endpoints/signals.ts'
import { pairOfKey, parseStreamKey } from '#contract/stream-keys.ts'

/** A predicate for the requested signals. Throws a 400 for an unknown timeframe. */
function signalFilter(query: { timeframe?: string | undefined; confidence_threshold?: number }) {
  const timeframe = query.timeframe === undefined ? undefined : requireTimeframe(query.timeframe, TIMEFRAMES)
  const minConfidence = query.confidence_threshold ?? 0
  return (signal: Signal) =>
    (timeframe === undefined || signal.timeframe === timeframe) && signal.confidence >= minConfidence
}

function mergeSignals(
  { pair, market }: { readonly pair: PairId; readonly market: MarketKind },
  lists: readonly SignalList[],
  isWanted: (signal: Signal) => boolean,
) {
  return {
    trading_pair: pair,
    exchange: market,
    timestamp: lists.length === 0 ? null : Math.max(...lists.map(({ timestamp }) => timestamp)),
    errors: lists.flatMap(({ errors }) => errors),
    signals: lists.flatMap(({ signals }) => signals).filter(isWanted),
  }
}

/** Models whose signals are enabled. */
type ActiveModels = () => Promise<readonly ActiveModel[]>

const haveNoSignals = (lists: readonly SignalList[]): boolean => lists.every(({ signals }) => signals.length === 0)

const NOT_FROM_ANALYSIS =
  'The analysis publishes no signals: none of its patterns predicts the direction clearly better than chance.'

/**
 * Signal routes, mounted under the market-data base. The analysis publishes no signals: no pattern's
 * `pattern_reliability` on past months is far enough from one half to act on.
 */
const signalRoutes =
  (log: ReadableLog, market: MarketKind, activeModels: ActiveModels): Service =>
  async (app) => {
    async function listsOf(keys: readonly string[]): Promise<SignalList[]> {
      const lists = await Promise.all(keys.map((key) => readNewest(log, key, signalListSchema)))
      return lists.filter((list) => list !== undefined)
    }

    serve(app, SIGNALS, {
      async ml({ params, query }) {
        const pair = requirePair(params.pair)
        const isWanted = signalFilter(query)
        const lists = await listsOf([mlSignalsKey(pair)])
        return {
          success: true,
          data: mergeSignals({ pair, market }, lists, isWanted),
          ...(haveNoSignals(lists) && { reason: `No model publishes signals for ${PAIRS[pair].label}.` }),
        }
      },

      async comprehensive({ params, query }) {
        const pair = requirePair(params.pair)
        const isWanted = signalFilter(query)
        const keys = (await log.keys()).filter(
          (key) => pairOfKey(key) === pair && parseStreamKey(key).category === SIGNAL_CATEGORY,
        )
        const lists = await listsOf(keys)
        return {
          success: true,
          data: mergeSignals({ pair, market }, lists, isWanted),
          ...(haveNoSignals(lists) && {
            reason: `No signals are published for ${PAIRS[pair].label}. ${NOT_FROM_ANALYSIS}`,
          }),
        }
      },

      async activeModels() {
        const data = [...(await activeModels())]
        return { success: true, data, ...(data.length === 0 && { reason: 'No model is active.' }) }
      },
    })
  }

/** The newest payload of each analysis stream of a pair, undefined before the first. */
const newestAnalysis = (log: ReadableLog) => ({
  levels: (pair: PairId) => readNewest(log, analysisKey(pair, 'support_resistance'), levelSetSchema),
  patterns: (pair: PairId) => readNewest(log, analysisKey(pair, 'consolidated_patterns'), patternAnalysisSchema),
  structure: (pair: PairId) => readNewest(log, analysisKey(pair, 'market_structure'), marketStructureSchema),
  divergence: (pair: PairId) => readNewest(log, analysisKey(pair, 'divergence'), divergenceAnalysisSchema),
  crossTimeframe: (pair: PairId) =>
    readNewest(log, analysisKey(pair, 'cross_timeframe_analysis'), crossTimeframeSchema),

  /** Indicators by timeframe; a timeframe without a closed candle is absent. */
  async snapshots(
    pair: PairId,
    timeframes: readonly AnalysisTimeframe[],
  ): Promise<Partial<Record<AnalysisTimeframe, WithMetadata<IndicatorSnapshot>>>> {
    const found: Partial<Record<AnalysisTimeframe, WithMetadata<IndicatorSnapshot>>> = {}
    for (const timeframe of timeframes) {
      const snapshot = await readNewest(log, indicatorKey(pair, timeframe), indicatorSnapshotSchema)
      if (snapshot) found[timeframe] = snapshot
    }
    return found
  },
})

/** All but the score-card, which counts for itself. */
const { scoreCard: _, ...endpoints } = ANALYSIS

/** Parses a comma-separated list of timeframes, finest first. Throws a 400 that lists the analysed ones. */
function timeframesOf(list: string): readonly AnalysisTimeframe[] {
  const named = new Set(list.split(',').map((spelling) => requireTimeframe(spelling.trim(), ANALYSIS_TIMEFRAMES)))
  return ANALYSIS_TIMEFRAMES.filter((timeframe) => named.has(timeframe))
}

/** The analysis of one pair as of its last closed minute; mounted under the market-data base. */
const analysisRoutes =
  (log: ReadableLog, market: MarketKind): Service =>
  async (app) => {
    const newest = newestAnalysis(log)

    serve(app, endpoints, {
      async supportResistance({ params }) {
        const pair = requirePair(params.pair)
        return toResponse(await newest.levels(pair), notPublishedYet('support and resistance', pair))
      },

      async divergence({ params, query }) {
        const pair = requirePair(params.pair)
        const timeframes = timeframesOf(query.timeframes)
        const analysis = await newest.divergence(pair)
        return toResponse(analysis && filterDivergences(analysis, timeframes), notPublishedYet('divergence', pair))
      },

      async patterns({ params, query }) {
        const pair = requirePair(params.pair)
        const timeframes = timeframesOf(query.timeframes)
        const analysis = await newest.patterns(pair)
        return toResponse(analysis && filterPatterns(analysis, timeframes), notPublishedYet('pattern analysis', pair))
      },

      async crossTimeframe({ params }) {
        const pair = requirePair(params.pair)
        return toResponse(await newest.crossTimeframe(pair), notPublishedYet('cross-timeframe analysis', pair))
      },

      trackRecords: () => ({ success: true, data: TRACK_RECORDS }),

      async comprehensive({ params, query }) {
        const pair = requirePair(params.pair)
        const timeframes = timeframesOf(query.timeframes)
        const [indicators, levels, patterns, structure, divergence, cross] = await Promise.all([
          newest.snapshots(pair, timeframes),
          newest.levels(pair),
          newest.patterns(pair),
          newest.structure(pair),
          newest.divergence(pair),
          newest.crossTimeframe(pair),
        ])
        const data = {
          trading_pair: pair,
          exchange: market,
          indicators,
          support_resistance: levels ?? null,
          consolidated_patterns: patterns ? filterPatterns(patterns, timeframes) : null,
          market_structure: structure ?? null,
          divergence: divergence ? filterDivergences(divergence, timeframes) : null,
          cross_timeframe_analysis: cross ?? null,
        }
        return { success: true, data, ...(!levels && { reason: notPublishedYet('the analysis', pair) }) }
      },
    })
  }

export interface MarketDataDeps {
  readonly log: StreamLog
  readonly market: MarketKind
  readonly activeModels: ActiveModels
  readonly closedCandles: ClosedCandles
}

/**
 * Routes of indicators, analysis and signals, mounted under the market-data base. They read the same log as the
 * stream-proxy and the analytics socket, so that all three agree; only indicators of the past are computed anew.
 */
export const marketDataRoutes =
  ({ log, market, activeModels, closedCandles }: MarketDataDeps): Service =>
  async (app) => {
    const readable = toReadableLog(log)
    await app.register(indicatorRoutes(readable, closedCandles))
    await app.register(analysisRoutes(readable, market))
    await app.register(signalRoutes(readable, market, activeModels))
  }
