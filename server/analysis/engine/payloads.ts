import type { DataError } from '#contract/payloads/header.ts'
import type { LevelSet } from '#contract/payloads/levels.ts'
import type { MarketContext } from '#contract/payloads/patterns.ts'
import type { AnalysisPayloads } from '#contract/payloads/streams.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { relativeVolume } from '../candles/math.ts'
import { trendOf } from '../indicators/trend.ts'
import { crossTimeframePayload } from '../confluence/payload.ts'
import { divergencePayload } from '../divergence/payload.ts'
import { levelPayload } from '../levels/payload.ts'
import { patternPayload } from '../patterns/payload.ts'
import { structurePayload } from '../structure/payload.ts'
import { PHASE_TIMEFRAME } from '../structure/tracker.ts'
import { structureVolatility, VOLATILITY_UNRANKED } from '../structure/volatility-rank.ts'
import type { MarketView } from './market-view.ts'
import type { Trackers } from './trackers.ts'
import { hourlyRange, typicalHourlyRange, type Timeframes } from './volatility.ts'
import { forecastPayload } from '#server/analysis/forecast/forecaster.ts'

/** Maximum distance of a level that backs a pattern, in hourly ranges. */
const BACKING_DISTANCE = 0.5

/** Input of the payloads at one point in time. */
export interface AnalysisInput {
  readonly pair: PairId
  readonly exchange: MarketKind
  readonly view: MarketView
  readonly trackers: Trackers
  /** Unix seconds. */
  readonly now: number
  readonly price: number
  /** Errors that concern every payload. */
  readonly errors: readonly DataError[]
}

/** Whether a timeframe has enough candles, and moved at all. */
const isWarm = (timeframes: Timeframes, timeframe: AnalysisTimeframe): boolean =>
  (timeframes[timeframe].snapshots.at(-1)?.atr_14 ?? 0) > 0

function marketContext(
  { view, trackers }: AnalysisInput,
  { support_levels, resistance_levels }: LevelSet,
): MarketContext {
  const { candles, snapshots } = view.timeframes[PHASE_TIMEFRAME]
  const newest = snapshots.at(-1)
  return {
    timeframe: PHASE_TIMEFRAME,
    trend: (newest && trendOf(newest)) ?? 'neutral',
    volatility: structureVolatility(trackers.volatility(PHASE_TIMEFRAME)),
    volume_ratio: relativeVolume(candles, candles.length - 1) ?? null,
    nearest_support: support_levels[0]?.price ?? null,
    nearest_resistance: resistance_levels[0]?.price ?? null,
  }
}

/** All analysis payloads as of the last closed minute. */
export function analysisPayloads(input: AnalysisInput): AnalysisPayloads {
  const { pair, exchange, view, trackers, now, price, errors } = input
  const { timeframes } = view
  const range = hourlyRange(timeframes)
  const withErrors = <T extends { readonly errors: readonly DataError[] }>(
    part: T,
    own: readonly DataError[] = [],
  ) => ({
    // Not as an object that is spread: adding to a spread one is fifty times slower, and this is done every minute.
    timestamp: now,
    trading_pair: pair,
    exchange,
    ...part,
    errors: [...part.errors, ...own, ...errors],
  })
  const unranked = trackers.volatility(PHASE_TIMEFRAME) === undefined ? [VOLATILITY_UNRANKED] : []

  const support_resistance = withErrors(
    levelPayload(view.levels.around(price), {
      now,
      price,
      hourlyRange: range ?? 0,
      typicalHourlyRange: typicalHourlyRange(timeframes),
      coverage: view.coverageAt(now),
      touchProbability: view.forecaster.nextHour.touchProbability,
    }),
  )
  const context = marketContext(input, support_resistance)
  const near = (level: number | null) => level !== null && Math.abs(level - price) <= BACKING_DISTANCE * (range ?? 0)
  const forecasts = forecastPayload(view.forecaster)
  const expected = ANALYSIS_TIMEFRAMES.map((timeframe) => ({
    timeframe,
    isWarm: isWarm(timeframes, timeframe),
    expectedMove: forecasts.moveForecasts[timeframe]?.half_within,
  }))

  return {
    support_resistance,
    consolidated_patterns: withErrors(
      patternPayload(
        expected.map((each) => {
          const patterns = trackers.patterns(each.timeframe)
          return { active: patterns.active(), since: patterns.direction()?.since, ...each }
        }),
        {
          pair,
          context,
          isBacked: (direction) => near(direction === 1 ? context.nearest_support : context.nearest_resistance),
        },
      ),
      unranked,
    ),
    market_structure: withErrors(
      structurePayload(trackers.structure, {
        snapshot: timeframes[PHASE_TIMEFRAME].snapshots.at(-1),
        volatility: structureVolatility(trackers.volatility(PHASE_TIMEFRAME)),
        levels: support_resistance,
        price,
        now,
      }),
      unranked,
    ),
    divergence: withErrors(
      divergencePayload(expected.map((each) => ({ found: trackers.divergences(each.timeframe), ...each }))),
    ),
    cross_timeframe_analysis: withErrors(
      crossTimeframePayload(
        ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
          const snapshot = timeframes[timeframe].snapshots.at(-1)
          return snapshot ? [{ timeframe, snapshot, vote: trackers.vote(timeframe) }] : []
        }),
        {
          price,
          levels: support_resistance,
          hourlyRange: range,
          ...forecasts,
          volatilities: ANALYSIS_TIMEFRAMES.flatMap((timeframe) => {
            const volatility = trackers.volatility(timeframe)
            return volatility === undefined ? [] : [{ timeframe, volatility }]
          }),
        },
      ),
    ),
  }
}
