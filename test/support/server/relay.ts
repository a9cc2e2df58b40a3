import type { LiveUpdate } from '#contract/messages.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { Market } from '#contract/provenance.ts'
import type { LeaderDescription } from '#server/cluster/relay/ports.ts'

interface Candle {
  readonly id: string
  readonly seq: number
  readonly closed?: boolean
  readonly timeframe?: string
  readonly epoch?: string
  readonly pair?: PairId
}

/** A candle as a leader publishes it, of BTC/USD if no pair is named. */
export const relayedCandle = ({
  id,
  seq,
  closed = false,
  timeframe = '1m',
  epoch = 'e1',
  pair = 'BTCUSD',
}: Candle): LiveUpdate => ({
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
      trading_pair: PAIRS[pair].label,
      time_remaining_seconds: 12,
    },
    provenance: { market: 'simulated', exchange_time: 999_000, received_at: 999_500, published_at: 999_900 },
  },
  timestamp: 999_900,
  trading_pair: PAIRS[pair].label,
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
  readonly pairs?: readonly PairId[]
}

/** A leader, with one pair if none are named. */
export const relayedLeader = ({
  kind = 'simulated',
  at = 1_000_000,
  marketNow = at,
  speed = 1,
  degraded,
  streams = {},
  pairs = ['BTCUSD'],
}: Leader): LeaderDescription => ({
  market: { kind, label: 'Simulated', now: marketNow, speed, pairs: [...pairs], ...(degraded && { degraded }) },
  at,
  analysis: { status: 'healthy', streams: 1, entries: 1, last_entry_at: at, failures: 0 },
  streams,
})
