/** HTTP calls. */
export const API = {
  timeoutMs: 10_000,
} as const

/** WebSocket connections of the client. */
export const CONNECTION = {
  retryBaseMs: 1_000,
  retryCapMs: 30_000,
  /** Random extra delay as a share of the nominal one; never negative, so no retry is earlier than specified. */
  retryJitterShare: 0.2,
  maxAttempts: 5,
  heartbeatMs: 30_000,
  connectTimeoutMs: 10_000,
  /** Without an inbound frame for this long the link is dead: heartbeat interval plus connection time-out. */
  deadLinkMs: 40_000,
  /** The connection is renewed after this long, make-before-break. */
  renewMs: 86_400_000,
  restartWaitMs: 1_000,
  /** Background reconnect attempt during fallback; has no effect unless it connects. */
  probeMs: 30_000,
  /** Limit of connects per client and user within the window. */
  maxConnects: 150,
  maxConnectsWindowMs: 600_000,
} as const

/** Limits of the socket server per client. */
export const GATEWAY = {
  maxPayloadBytes: 65_536,
  outboundCapBytes: 1_048_576,
  /** Above this much unsent output, a client's last-value entries are conflated. */
  conflateAboveBytes: 65_536,
  batchMs: 16,
  missedHeartbeats: 2,
  drainMs: 10_000,
  retryAfterMinMs: 1_000,
  retryAfterMaxMs: 10_000,
  ticketLifeMs: 30_000,
  /** Entries per stream that a client can have replayed after a reconnect. */
  resumeEntries: 1_000,
  /** Interval of SystemStatus with length and last id per stream. */
  statusMs: 60_000,
} as const

/** The connection widget and the Connection Status modal. */
export const CONNECTION_STATUS = {
  /** Refresh interval of ages and stream data. */
  refreshMs: 10_000,
  idShown: 12,
  errorsShown: 3,
  socketErrorsShown: 5,
  streamsShown: 3,
  sampleShown: 2,
} as const

/** The proxy health monitor. */
export const HEALTH = {
  pollMs: 10_000,
  /** Polling interval of the Connection Status modal. */
  modalPollMs: 15_000,
  /** A response time below this is good. */
  slowMs: 1_000,
  maxErrors: 5,
  /** How often every page asks whether the server is read-only. */
  readOnlyPollMs: 15_000,
} as const

/** Fault injection by an administrator into the own session. */
export const FAULT_INJECTION = {
  maxS: 60,
  /** Default delay of the feed. */
  defaultDelayMs: 2_000,
  minDelayMs: 100,
  maxDelayMs: 10_000,
  maxStreamKey: 300,
} as const
