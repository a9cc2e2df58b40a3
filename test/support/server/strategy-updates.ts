import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { indicatorKey, candleKey } from '#contract/payloads/streams.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'

/** Indicators that all lean by `lean` (-1 to 1) of their full measure. */
export const leaning = (timeframe: Timeframe, closedAt: number, lean: number, minutes: number): IndicatorSnapshot => ({
  timeframe,
  timestamp: closedAt / 1000 - minutes * 60,
  trading_pair: 'BTCUSD',
  exchange: 'kraken',
  atr_14: 10,
  ema_9: 8_000 + 10 * lean,
  ema_21: 8_000,
  rsi_14: 50 + 20 * lean,
  macd: { macd_line: 10 * lean, signal_line: 0, histogram: 0, fast_period: 12, slow_period: 26, signal_period: 9 },
  bollinger_bands: { upper: 8_010, middle: 8_000, lower: 7_990, period: 20, std_dev_multiplier: 2 },
})

/** A closed minute with the given lean of the one-minute indicators and, optionally, the five-minute ones. */
export function minuteOf(
  at: number,
  lean: number,
  { m5, pair = 'BTCUSD', price = 8_000 }: { m5?: number; pair?: PairId; price?: number } = {},
): StreamUpdate {
  const messageId = `${at}-0`
  const candle = {
    timestamp: at / 1000 - 60,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: 1,
    timeframe: 'M1',
    trading_pair: pair,
    exchange: 'kraken',
    is_complete: true,
  }
  return {
    pair,
    at,
    kind: 'closed',
    entries: [
      { key: candleKey(pair, 'M1'), messageId, data: candle },
      { key: indicatorKey(pair, 'M1'), messageId, data: leaning('M1', at, lean, 1) },
      ...(m5 === undefined ? [] : [{ key: indicatorKey(pair, 'M5'), messageId, data: leaning('M5', at, m5, 5) }]),
    ],
  }
}
