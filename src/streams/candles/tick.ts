import { isCoherent, type Candle, type PartialCandle } from '#contract/candles.ts'
import type { LiveUpdate } from '#contract/messages.ts'
import { DEFAULT_PAIR, parsePair } from '#contract/pairs.ts'
import { toMillis, toSeconds } from '#contract/time.ts'
import { DEFAULT_TIMEFRAME, parseTimeframe } from '#contract/timeframes.ts'
import type { ReceivedMessage } from '../message-router.ts'
import { latestPlausibleTime, type MarketSnapshot } from '../market.ts'
import type { CandleRow } from './candle-window.ts'

/** Larger values cannot be real and would flatten the chart. */
const MAX_PRICE = 1e12
const MAX_VOLUME = 1e15

/** Whether a candle can be real: consistent prices, realistic values, and not in the future. */
export const isPlausible = (candle: Candle, reading: MarketSnapshot | undefined, now: number): boolean =>
  isCoherent(candle) &&
  candle.high <= MAX_PRICE &&
  candle.volume <= MAX_VOLUME &&
  candle.timestamp <= latestPlausibleTime(reading, now) / 1000

const toCandle = ({ timestamp, open, high, low, close, volume }: PartialCandle): Candle => ({
  timestamp: toSeconds(timestamp),
  open,
  high,
  low,
  close,
  volume,
})

/** The one-minute candle of the default pair in a live update; undefined for any other pair or timeframe. */
export function tickOf({ message, receivedAt }: ReceivedMessage<LiveUpdate>): CandleRow | undefined {
  const { partial_candle: partial, provenance } = 'partial_candle' in message.data ? message.data : message.data.data
  if (parsePair(partial.trading_pair) !== DEFAULT_PAIR) return undefined
  if (message.timeframe !== undefined && parseTimeframe(message.timeframe) !== DEFAULT_TIMEFRAME) return undefined
  return {
    candle: toCandle(partial),
    isComplete: partial.is_complete,
    source: 'live',
    messageId: message.message_id,
    publishedAt: provenance?.published_at ?? toMillis(message.timestamp),
    receivedAt,
    freshAt: receivedAt,
    provenance,
    remainingS: partial.is_complete ? 0 : partial.time_remaining_seconds,
  }
}
