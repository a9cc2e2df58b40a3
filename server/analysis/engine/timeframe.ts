import { trendScore, trendWord } from '#contract/payloads/directions.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { createBoundedList } from '../candles/bounded-list.ts'
import { lasting, type Lasting } from '../candles/lasting.ts'
import { createIndicatorTracker } from '../indicators/snapshot.ts'
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

function trendOf(before: Trend | undefined, { timestamp, ema_9, ema_21, ema_100, macd }: IndicatorSnapshot): Trend {
  const score = trendScore({ ema9: ema_9, ema21: ema_21, ema100: ema_100, macdLine: macd?.macd_line })
  // The average of 100 candles is the last to be known.
  return lasting(before, score === undefined ? undefined : trendWord(score), timestamp, ema_100 !== undefined)
}

const withTrend = (snapshot: IndicatorSnapshot, { state, since }: Trend): IndicatorSnapshot =>
  state === undefined ? snapshot : { ...snapshot, trend_since: since }

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
      trend = trendOf(trend, snapshot)
      snapshots.push(withTrend(snapshot, trend))
    },
    preview(candle) {
      const snapshot = withLastRanks(indicators.update(candle), snapshots.items.at(-1))
      return withTrend(snapshot, trendOf(trend, snapshot))
    },
  }
}
