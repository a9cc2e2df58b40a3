import type { LiveUpdate } from '#contract/messages.ts'
import type { Market } from '#contract/provenance.ts'
import type { LeaderDescription } from '#server/relay/ports.ts'

interface Candle {
  readonly id: string
  readonly seq: number
  readonly closed?: boolean
  readonly timeframe?: string
  readonly epoch?: string
}

/** A candle of BTC/USD as the leader publishes it. */
export const relayedCandle = ({ id, seq, closed = false, timeframe = '1m', epoch = 'e1' }: Candle): LiveUpdate => ({
  type: 'LiveUpdate',
  data: {
    partial_candle: {
      timestamp: 960,
      open: 1,
      high: 2,
      low: 1,
      close: 2,
      volume: 3,
      is_complete: closed,
      trading_pair: 'BTC/USD',
      time_remaining_seconds: 12,
    },
    provenance: { market: 'simulated', exchange_time: 999_000, received_at: 999_500, published_at: 999_900 },
  },
  timestamp: 999_900,
  trading_pair: 'BTC/USD',
  timeframe,
  seq,
  epoch,
  message_id: id,
})

interface Leader {
  readonly kind?: Market['kind']
  readonly at?: number
  readonly marketNow?: number
  readonly speed?: number
  readonly degraded?: string
  readonly streams?: LeaderDescription['streams']
}

/** A leader with one pair. */
export const relayedLeader = ({
  kind = 'simulated',
  at = 1_000_000,
  marketNow = at,
  speed = 1,
  degraded,
  streams = {},
}: Leader): LeaderDescription => ({
  market: { kind, label: 'Simulated', now: marketNow, speed, pairs: ['BTCUSD'], ...(degraded && { degraded }) },
  at,
  analysis: { status: 'healthy', streams: 1, entries: 1, last_entry_at: at, failures: 0 },
  streams,
})
