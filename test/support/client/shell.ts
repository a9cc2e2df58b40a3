import type { Market } from '#contract/provenance.ts'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'

export const market = (over: Partial<Market> = {}): Market => ({
  kind: 'simulated',
  label: 'Simulated',
  now: Date.UTC(2019, 5, 30, 23, 59, 7),
  speed: 1,
  pairs: ['BTCUSD'],
  ...over,
})

export const connectionSummary = (over: Partial<ConnectionSummary> = {}): ConnectionSummary => ({
  feed: 'tdp',
  label: over.feed === 'analytics' ? 'Analytics' : 'Market data',
  status: 'connected',
  isUnresponsive: false,
  isFallback: false,
  errors: [],
  ...over,
})
