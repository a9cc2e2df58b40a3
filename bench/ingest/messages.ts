import type { ServerMessage } from '#contract/messages.ts'
import { streamKey } from '#contract/stream-keys.ts'
import { aLiveUpdate, aProvenance, T0 } from '#test/support/data/messages.ts'

/** Seven analysis streams; with the candles, eight categories. */
export const CATEGORIES = [
  'technical_indicators',
  'analysis',
  'signals',
  'processed_candles',
  'risk',
  'flow',
  'depth',
] as const

const figures = (seed: number) => ({
  timeframe: 'M1',
  strength: 0.61 + seed / 1e6,
  confidence: 0.72,
  trend_direction: 'bullish',
  levels: Array.from({ length: 8 }, (_, index) => ({
    price: 43_000.5 + index * 12.25 + seed,
    zone_bottom: 42_990.1,
    zone_top: 43_010.9,
    strength: 'Moderate',
    strength_score: 0.55,
    touch_count: 4,
  })),
})

/** Messages of a busy market: seven of ten are the running candle, the others entries of the analysis streams. */
export function busyMarket(count: number): ServerMessage[] {
  return Array.from({ length: count }, (_, index): ServerMessage => {
    const timestamp = T0 * 1000 + index
    const minute = Math.floor(index / 2_000)
    if (index % 10 < 7) {
      const { data } = aLiveUpdate({ timestamp: T0 + minute * 60, close: 100 + (index % 10) })
      const provenance = aProvenance({ published_at: timestamp })
      return { ...aLiveUpdate(), timestamp, seq: minute, epoch: 'bench', data: { ...data, provenance } }
    }
    const category = CATEGORIES[index % CATEGORIES.length] ?? 'analysis'
    return {
      type: 'AnalyticsUpdate',
      timestamp,
      message_id: `${timestamp}-0`,
      epoch: 'bench',
      trading_pair: 'BTC/USD',
      data: {
        stream_key: streamKey('BTCUSD', category, 'm1'),
        data: { Analysis: figures(index) },
        timestamp,
        message_type: 'Analysis',
      },
    }
  })
}
