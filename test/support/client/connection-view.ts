import type { ConnectionView } from '#src/features/connection/useConnection.ts'

export const connectionView = (over: Partial<ConnectionView> = {}): ConnectionView => ({
  feed: 'tdp',
  label: over.feed === 'analytics' ? 'Analytics' : 'Market data',
  status: 'connected',
  isUnresponsive: false,
  isFallback: false,
  info: {
    connectionId: 'c-1',
    connectedAt: undefined,
    lastHeartbeat: undefined,
    reconnectCount: 0,
    isPersistent: true,
  },
  errors: [],
  url: 'ws://pairbot.test/ws/tdp?token=***&batch=1',
  onReconnect: () => undefined,
  ...over,
})
