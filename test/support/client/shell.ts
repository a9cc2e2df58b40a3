import type { Market } from '#contract/provenance.ts'
import type { ConnectionLight } from '#src/features/shell/connections.ts'

export const market = (over: Partial<Market> = {}): Market => ({
  kind: 'simulated',
  label: 'Simulated',
  now: Date.UTC(2019, 5, 30, 23, 59, 7),
  speed: 1,
  pairs: ['BTCUSD'],
  ...over,
})

export const connectionLight = (over: Partial<ConnectionLight> = {}): ConnectionLight => ({
  feed: 'tdp',
  status: 'connected',
  isFallback: false,
  ...over,
})
