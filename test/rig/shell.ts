import type { Market } from '#contract/provenance.ts'
import type { ConnectionView } from '#src/features/shell/connections.ts'

export const market = (over: Partial<Market> = {}): Market => ({
  kind: 'simulated',
  label: 'Simulated',
  now: Date.UTC(2019, 5, 30, 23, 59, 7),
  speed: 1,
  pairs: ['BTCUSD'],
  ...over,
})

export const connectionView = (over: Partial<ConnectionView> = {}): ConnectionView => ({
  feed: 'tdp',
  status: 'connected',
  isFallback: false,
  info: {
    connectionId: 'c-1',
    connectedAt: undefined,
    lastHeartbeat: undefined,
    reconnectCount: 0,
    isPersistent: true,
  },
  errors: [],
  onReconnect: () => undefined,
  ...over,
})
