/** Calls over HTTP. */
export const API = {
  timeoutMs: 10_000,
} as const

/** Life of one WebSocket connection. */
export const CONNECTION = {
  retryBaseMs: 1_000,
  retryCapMs: 30_000,
  /** Extra delay, as a share of the nominal one. Only ever added, so no retry comes earlier than specified. */
  retryJitterShare: 0.2,
  maxAttempts: 5,
  heartbeatMs: 30_000,
  connectTimeoutMs: 10_000,
  /** No inbound frame for this long means the link is dead: heartbeat interval plus connection time-out. */
  deadLinkMs: 40_000,
  /** The connection is renewed after this long, make-before-break. */
  renewMs: 86_400_000,
  restartWaitMs: 1_000,
  /** Quiet probe while in fallback; changes nothing unless it connects. */
  probeMs: 30_000,
  /** Ceiling of connects per client and user, and the window it is counted over. */
  maxConnects: 150,
  maxConnectsWindowMs: 600_000,
} as const

/** What the socket server grants one client. */
export const GATEWAY = {
  maxPayloadBytes: 65_536,
  outboundCapBytes: 1_048_576,
  /** Above this much unsent output a client gets last-value entries only in their newest form. */
  conflateAboveBytes: 65_536,
  batchMs: 16,
  missedHeartbeats: 2,
  drainMs: 10_000,
  retryAfterMinMs: 1_000,
  retryAfterMaxMs: 10_000,
  ticketLifeMs: 30_000,
  /** Entries a client may ask to be replayed per stream after a reconnect. */
  resumeEntries: 1_000,
  /** SystemStatus with the per-stream divergence check. */
  statusMs: 60_000,
} as const

/** The connection widget and the Connection Status modal. */
export const CONNECTION_STATUS = {
  /** How often ages and the shown stream data are renewed. */
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
  /** The pace of the Connection Status modal. */
  modalPollMs: 15_000,
  /** A response time below this is good. */
  slowMs: 1_000,
  maxErrors: 5,
} as const

/** Faults that an administrator asks for on the own session. */
export const FAULT_INJECTION = {
  maxS: 60,
  /** How late the feed comes unless the drill says. */
  defaultDelayMs: 2_000,
  minDelayMs: 100,
  maxDelayMs: 10_000,
  maxStreamKey: 300,
} as const
