import type { PartialCandle } from '#contract/candles.ts'
import type { ConnectionAck, LiveUpdate } from '#contract/messages.ts'
import type { Market, Provenance } from '#contract/provenance.ts'

/** 2023-11-14 22:13:00 UTC, on the minute grid; unix seconds. */
export const T0 = 1_700_000_000 - (1_700_000_000 % 60)

export const aMarket = (part: Partial<Market> = {}): Market => ({
  kind: 'simulated',
  label: 'Simulated',
  now: T0 * 1000,
  speed: 1,
  pairs: ['BTCUSD'],
  ...part,
})

export const anAck = (part: Partial<ConnectionAck> = {}): ConnectionAck => ({
  type: 'ConnectionAck',
  timestamp: T0 * 1000,
  data: { connection_id: 'c1', market: aMarket() },
  ...part,
})

export const aPartial = (part: Partial<PartialCandle> = {}): PartialCandle => ({
  timestamp: T0,
  open: 100,
  high: 110,
  low: 90,
  close: 105,
  volume: 1,
  is_complete: false,
  trading_pair: 'BTC/USD',
  time_remaining_seconds: 30,
  ...part,
})

export const aProvenance = (part: Partial<Provenance> = {}): Provenance => ({
  market: 'simulated',
  exchange_time: T0 * 1000,
  received_at: T0 * 1000,
  published_at: T0 * 1000,
  ...part,
})

export const aLiveUpdate = (partial: Partial<PartialCandle> = {}, envelope: Partial<LiveUpdate> = {}): LiveUpdate => ({
  type: 'LiveUpdate',
  timestamp: T0 * 1000,
  trading_pair: 'BTC/USD',
  timeframe: '1m',
  data: { partial_candle: aPartial(partial) },
  ...envelope,
})
