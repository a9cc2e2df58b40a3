/**
 * Every business constant that more than one part of the product obeys, in one place.
 * Units are in the names: `Ms` milliseconds, `S` seconds, `Bytes` bytes; the rest are counts.
 */

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

/** Polling and staleness. */
export const STREAMS = {
  monitoringMs: 5_000,
  fallbackPollMs: 10_000,
  parallelPolls: 4,
  staleMs: 600_000,
  veryStaleMs: 1_800_000,
  recentDefault: 10,
  recentCap: 25,
  historyPerStream: 10,
  historyManualRefresh: 15,
} as const

/** What this browser keeps for a later visit, and for how long. */
export const CACHE = {
  streamDataMs: 600_000,
  analyticsMs: 900_000,
  chartMs: 300_000,
  preferencesMs: 604_800_000,
  connectionMs: 600_000,
  cleanMs: 1_800_000,
} as const

/** The live chart and its candles. */
export const CHART = {
  heightPx: 400,
  /** Candles in the first view. */
  firstView: 100,
  /** Candles asked for and kept. */
  kept: 500,
  newCandleGapS: 60,
  comparisonHeightPx: 500,
} as const

/** Sign-in sessions. */
export const SESSION = {
  accessLifeS: 900,
  /** The server spreads the access life by this share, so that clients do not refresh together. */
  accessSpreadShare: 0.05,
  refreshBeforeMs: 300_000,
  /** Lives shorter than this refresh at the later of 30 s and half their life. */
  shortLifeS: 330,
  shortRefreshMinMs: 30_000,
  /** Waits between refreshes that nobody answered: doubling from the base up to the cap. */
  refreshRetryBaseMs: 1_000,
  refreshRetryCapMs: 15_000,
  /** An unanswered refresh is tried at least this long, even when the token expired while the computer slept. */
  unansweredGraceMs: 60_000,
  idleMs: 3_600_000,
  idleCheckMs: 30_000,
  /** A refresh token that was just rotated is accepted again for this long and gives the same successor. */
  refreshGraceMs: 30_000,
  refreshIdleMs: 7 * 86_400_000,
  refreshRememberedMs: 30 * 86_400_000,
  refreshUnrememberedMs: 86_400_000,
  /** A tab waits this long for another tab's refresh, then refreshes alone. */
  tabLockMs: 10_000,
  clockToleranceS: 30,
} as const

/** Passwords. */
export const PASSWORD = {
  minLength: 8,
  maxLength: 1_024,
} as const

/** How often sign-in may fail. */
export const SIGN_IN = {
  freeFailures: 10,
  windowMs: 900_000,
  backoffBaseMs: 60_000,
  backoffCapMs: 900_000,
  accountFailuresPerHour: 100,
} as const

/** Invitations. */
export const INVITATION = {
  lifeMs: 7 * 86_400_000,
  /** Checks of a code per minute and address. */
  checksPerMinute: 20,
  /** The longest code that is looked at. */
  maxCode: 128,
} as const

/** The admin area. */
export const ADMIN_AREA = {
  usersPerPage: 20,
  maxUsersPerPage: 100,
  sessionsRefreshMs: 30_000,
  messageMs: 3_000,
  sessionActiveMs: 300_000,
  sessionIdleMs: 1_800_000,
  /** Revoked sessions are deleted by the clean-up this long after their revocation. */
  cleanupAfterMs: 7 * 86_400_000,
  hoursBack: [1, 6, 24, 72, 168],
  hoursBackDefault: 24,
  /** The most rows that a list without pages gives; `total` says how many there are. */
  maxRows: 1_000,
  /** The same of alerts, which are longer; and how many ids each names of the rows behind it. */
  maxAlerts: 200,
  maxEvidenceIds: 20,
  codeShown: 8,
  failedLoginsRed: 10,
  maxEmail: 320,
  maxReason: 500,
} as const

/** Strategies: what the wizard offers, what a built strategy holds, and what the service takes. */
export const STRATEGY = {
  minSources: 2,
  minRules: 1,
  maxSources: 40,
  maxRules: 20,
  maxId: 120,
  maxName: 200,
  maxDescription: 2_000,
  maxFilter: 10,
  maxKey: 200,
  maxWeight: 10,
  maxMultiplier: 10,
  maxAgeS: 7 * 86_400,
  /** Strategies that one user may have. */
  maxPerUser: 200,
  weight: { min: 0.1, max: 2, step: 0.1, initial: 1 },
  confidence: { min: 0.5, max: 1, step: 0.05 },
  maxPosition: { step: 100, min: 0, initial: 1_000 },
  percent: { step: 0.1, min: 0 },
  stopLossInitial: 2,
  takeProfitInitial: 3,
  signalTimeout: { step: 30, min: 0, initial: 300 },
  /** Fixed values of a built strategy. */
  built: {
    version: '1.0',
    minConfidence: 0.5,
    maxAgeS: 300,
    confidenceMultiplier: 1,
    threshold: 0.6,
    maxTimeSpreadS: 60,
    minSignalStrength: 0.6,
  },
  poll: {
    listMs: 10_000,
    listScreenMs: 60_000,
    strategyMs: 5_000,
    decisionMs: 3_000,
    decisionDetailMs: 10_000,
    performanceMs: 30_000,
    performanceListMs: 60_000,
    performanceDetailMs: 30_000,
  },
  signalsDefault: 50,
  signalsCap: 500,
  decisionsDefault: 50,
  decisionsCap: 500,
  recentSignalsMs: 300_000,
  rehearsalHours: 24,
  /** BUY and SELL decisions below which a rehearsal says nothing of the moves after them. */
  rehearsalFewest: 20,
  rehearsalMoves: [15, 60],
  /** A creation is remembered by its key this long. */
  idempotencyMs: 86_400_000,
  /** Without a key, the same template and name again within this time is the same creation. */
  templateRepeatMs: 60_000,
  /** Newest decisions kept of each strategy, and newest BUY and SELL among all of its past. */
  keptDecisions: 500,
  keptActs: 200,
} as const

/** Faults that an administrator asks for on the own session. */
export const DRILL = {
  maxS: 60,
  /** How late the feed comes unless the drill says. */
  delayMs: 2_000,
  minDelayMs: 100,
  maxDelayMs: 10_000,
  maxStreamKey: 300,
} as const

/** Technical-indicator thresholds that screens use. */
export const INDICATOR = {
  rsiHigh: 70,
  rsiLow: 30,
  macdShown: 0.001,
  adxShown: 25,
} as const

/** Uploaded models and how they are scored. */
export const MODEL_LIMITS = {
  maxFileBytes: 100 * 1_048_576,
  maxFilesPerUser: 20,
  maxBytesPerUser: 1_073_741_824,
  maxMetricsBytes: 65_536,
  maxLabel: 255,
  maxDescription: 2_000,
  /** A whole upload must have arrived by then: 100 MiB at 1 Mbit/s. */
  uploadMs: 900_000,
  /** An upload of which nothing arrives for this long is given up. */
  uploadSilenceMs: 60_000,
  /** Between two uploads of a list. */
  spacingMs: 200,
  /** Reading and trying a file out before it is taken. */
  examineMs: 20_000,
  /** One inference. */
  runMs: 2_000,
  /** What a model may take of the scoring process's memory, its own file included. */
  memoryBytes: 512 * 1_048_576,
  /** So many inferences in a row that failed or took too long end a model's scoring until it is activated again. */
  faultsToSuspend: 3,
  /** A hit rate from fewer calls than this says nothing. */
  fewCalls: 30,
  historyRows: 100,
} as const

/** Switches of the specification's configuration. */
export const FEATURES = {
  /** Debug. */
  debug: false,
  /** ML features. */
  mlFeatures: true,
  /** The advanced analytics. */
  advancedAnalytics: true,
} as const

/** What the monitoring of the streams is bounded by. */
export const MONITORING = {
  /** Streams a client holds; what a server lists beyond them is left out and told. */
  maxStreams: 2_048,
  /** Characters of a message that nothing else can be drawn of. */
  rawPreview: 200,
} as const

/** The proxy health monitor. */
export const HEALTH = {
  pollMs: 10_000,
  /** The pace of the Connection Status modal. */
  modalPollMs: 15_000,
  /** A response time below this is good. */
  slowMs: 1_000,
  errorsKept: 5,
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

/** Longest delay a browser or Node timer takes; beyond it they fire at once. */
export const MAX_TIMER_MS = 2_147_483_647
