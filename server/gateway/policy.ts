import { CONNECTION, GATEWAY, SESSION } from '#contract/limits.ts'

/** How many connections the gateway takes. */
export interface GatewayLimits {
  /** All clients together. Beyond it new ones are asked to come later. */
  readonly clients: number
  /** Connects of one user from one address within the window; failed ones count per address. */
  readonly connects: number
  readonly connectsWindowMs: number
  /** Open at the same time for one user: five tabs with two sockets each, twice while they renew. */
  readonly socketsPerUser: number
  /** Upgraded from one address and not yet verified. */
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
  /** No access token lives longer: a socket whose verdict names no end is closed then. */
  tokenLifeMs: (SESSION.accessLifeS * (1 + SESSION.accessSpreadShare) + SESSION.clockToleranceS) * 1_000,
  /** A client that made no progress in reading for this long is too slow, even if its queue stays small. */
  stalledMs: 15_000,
  /** How often a client's lag is asked for: what the network has taken from us may still be far from being read. */
  pingMs: 10_000,
  /** How long a closing handshake may take before the connection is cut. */
  closeMs: 5_000,
  /** The same when access has ended, so that nothing outlives it by a second. */
  endedCloseMs: 800,
  /** A verdict that takes longer counts as overload. */
  accessCheckMs: 5_000,
  /** No real token is longer. */
  maxTokenChars: 4_096,
  /** Frames a client may send. */
  frames: { burst: 20, perMinute: 100 },
  /** Frames that may make no sense; the next one, the 20th within a minute, closes. */
  badFrames: { burst: 19, perMinute: 20 },
  /** Up to `sliceAbove` clients are written to in one go; more are served in slices, so that the rest of the process gets its turn. */
  sliceAbove: 1_000,
  slice: 500,
  /** Output of a replay or of a queue is framed in pieces of about this size. */
  chunkBytes: 16_384,
  /** Frames for everybody are deflated from this size on: the work is done once, whoever many read them. */
  deflateSharedFromBytes: 256,
  /** Frames for one client: below, they fit in one packet anyway. */
  deflateOwnFromBytes: 1_024,
  /** What is larger would hold up everything else for milliseconds while it is deflated. */
  deflateUpToBytes: 262_144,
} as const
