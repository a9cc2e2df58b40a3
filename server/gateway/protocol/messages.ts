import { CONNECTION, LIVENESS } from '#contract/limits.ts'
import type { ConnectionAck, HeartbeatMessage, SystemStatus } from '#contract/messages.ts'
import type { Market } from '#contract/provenance.ts'

/** The first message of every connection. */
export const acknowledge = (connectionId: string, market: Market, timestamp: number): ConnectionAck => ({
  type: 'ConnectionAck',
  timestamp,
  connection_id: connectionId,
  data: {
    connection_id: connectionId,
    heartbeat_interval_ms: CONNECTION.heartbeatMs,
    idle_heartbeat_ms: LIVENESS.idleHeartbeatMs,
    market,
  },
})

export const answerHeartbeat = (connectionId: string, timestamp: number): HeartbeatMessage => ({
  type: 'Heartbeat',
  timestamp,
  connection_id: connectionId,
})

/** A sign of life for all clients of an endpoint. */
export const idleHeartbeat = (timestamp: number): HeartbeatMessage => ({ type: 'Heartbeat', timestamp })

/** The server's status, merged with `more`. */
export const systemStatus = (market: Market, timestamp: number, more: Partial<SystemStatus['data']>): SystemStatus => ({
  type: 'SystemStatus',
  timestamp,
  data: { status: market.degraded === undefined ? 'running' : 'degraded', market, ...more },
})

/** The market's state for change detection, without its clock. */
export const marketState = ({ kind, label, degraded, speed, pairs }: Market): string =>
  JSON.stringify([kind, label, degraded, speed, pairs])
