import type { Bias } from '#contract/payloads/fields.ts'
import type { Since } from '#contract/payloads/header.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { createBoundedList } from '../candles/bounded-list.ts'
import { lasting, type Lasting } from '../candles/lasting.ts'
import { createIndicatorTracker } from '../indicators/snapshot.ts'
import { trendOf, trendScoreOf } from '../indicators/trend.ts'
import { createVolatilityHistory, withLastRanks } from '../structure/volatility-rank.ts'

/** Closed candles retained: a day of M1 for coverage, three days of M5 for levels, the others for the lifetime of pivots. */
const CAPACITY: Record<Timeframe, number> = { M1: 1_440, M5: 880, M15: 700, M30: 120, H1: 520, H4: 370, D1: 190 }

/** One timeframe of a pair: closed candles and their indicators, of equal length, oldest first. */
export interface TimeframeState {
  readonly timeframe: Timeframe
  readonly candles: readonly Candle[]
  readonly snapshots: readonly IndicatorSnapshot[]
  append(candle: Candle): void
  /** Indicators as if this running candle were closed. */
  preview(candle: Candle): IndicatorSnapshot
}

type Trend = Lasting<Bias | undefined>

const nextTrend = (before: Trend | undefined, snapshot: IndicatorSnapshot): Trend =>
  // The average of 100 candles is the last to be known.
  lasting(before, trendOf(snapshot), snapshot.timestamp, snapshot.ema_100 !== undefined)

/** A snapshot with the trend of the last closed candle: a running one would differ from what the other analyses say. */
const withTrend = (snapshot: IndicatorSnapshot, score: number | undefined, since: Since | undefined) =>
  score === undefined || since === undefined ? snapshot : { ...snapshot, trend_score: score, trend_since: since }

export function createTimeframe(pair: PairId, exchange: MarketKind, timeframe: Timeframe): TimeframeState {
  const candles = createBoundedList<Candle>(CAPACITY[timeframe])
  const snapshots = createBoundedList<IndicatorSnapshot>(CAPACITY[timeframe])
  const indicators = createIndicatorTracker(pair, exchange, timeframe)
  const volatility = createVolatilityHistory(CAPACITY[timeframe])
  let trend: Trend | undefined
  return {
    timeframe,
    candles: candles.items,
    snapshots: snapshots.items,
    append(candle) {
      candles.push(candle)
      const snapshot = volatility.append(indicators.append(candle))
      trend = nextTrend(trend, snapshot)
      snapshots.push(withTrend(snapshot, trendScoreOf(snapshot), trend.since))
    },
    preview(candle) {
      const last = snapshots.items.at(-1)
      const snapshot = withLastRanks(indicators.update(candle), last)
      if (last?.trend_score === undefined)
        return withTrend(snapshot, trendScoreOf(snapshot), nextTrend(trend, snapshot).since)
      return withTrend(snapshot, last.trend_score, last.trend_since)
    },
  }
}
