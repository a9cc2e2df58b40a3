import { CONNECTION, GATEWAY, SESSION } from '#contract/limits.ts'

/** Connection limits of the gateway. */
export interface GatewayLimits {
  /** Clients in total. Beyond it, new ones are asked to retry later. */
  readonly clients: number
  /** Connects of one user from one address within the window; failed ones count per address. */
  readonly connects: number
  readonly connectsWindowMs: number
  /** Open sockets of one user: five tabs with two sockets each, doubled while they renew. */
  readonly socketsPerUser: number
  /** Unauthenticated sockets from one address. */
  readonly unverifiedPerAddress: number
}

export const DEFAULT_LIMITS: GatewayLimits = {
  clients: 10_000,
  connects: CONNECTION.maxConnects,
  connectsWindowMs: CONNECTION.maxConnectsWindowMs,
  socketsPerUser: 20,
  unverifiedPerAddress: 100,
}

export const POLICY = {
  reapMs: 1_000,
  /** Two missed heartbeats, and a margin for hidden tabs whose timers run once a minute. */
  silentMs: GATEWAY.missedHeartbeats * CONNECTION.heartbeatMs + 25_000,
  /** Longest life of an access token; a socket without a known expiry is closed after it. */
  tokenLifeMs: (SESSION.accessLifeS * (1 + SESSION.accessSpreadShare) + SESSION.clockToleranceS) * 1_000,
  /** A client that reads nothing for this long is too slow, however small its queue. */
  stalledMs: 15_000,
  /** Interval of pings, which measure a client's lag: bytes accepted by the network may not have been read. */
  pingMs: 10_000,
  /** Time-out of the closing handshake, after which the connection is terminated. */
  closeMs: 5_000,
  /** The same after access has ended, so that no socket outlives it by a second. */
  endedCloseMs: 800,
  /** An access check that takes longer counts as overload. */
  accessCheckMs: 5_000,
  /** Longer tokens are ignored. */
  maxTokenChars: 4_096,
  /** Rate limit of frames from one client. */
  frames: { burst: 20, perMinute: 100 },
  /** Rate limit of invalid frames; the 20th within a minute closes the socket. */
  badFrames: { burst: 19, perMinute: 20 },
  /** Above `sliceAbove` clients, a broadcast is written in slices that yield to the event loop. */
  sliceAbove: 1_000,
  slice: 500,
  /** Replays and queues are encoded in chunks of about this size. */
  chunkBytes: 16_384,
} as const
