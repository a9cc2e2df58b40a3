/** Strategies: options of the wizard, defaults of a built strategy, and limits of the service. */
export const STRATEGY = {
  /** A stop can be taken back while it is offered; the service allows a little more for the request. */
  undoStop: { offeredMs: 60_000, allowedMs: 65_000 },
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
  /** Drafts that the wizard keeps; older ones are dropped. */
  maxDrafts: 20,
  /** Strategies that one user may have. */
  maxPerUser: 200,
  /** Rows on a page of the table. */
  rowsPerPage: 50,
  /** People with whom one strategy can be shared. */
  maxShares: 50,
  /** Versions that one strategy may have. */
  maxVersions: 50,
  weight: { min: 0.1, max: 2, step: 0.1, initial: 1 },
  confidence: { min: 0.5, max: 1, step: 0.05 },
  maxPosition: { step: 100, min: 0, initial: 1_000, maxUsd: 10_000_000, maxPct: 100 },
  percent: { step: 0.1, min: 0 },
  /** In percent; a stop loss must be closer. */
  stopLossBelow: 100,
  takeProfitMax: 1_000,
  stopLossInitial: 2,
  takeProfitInitial: 3,
  signalTimeout: { step: 30, min: 0, initial: 300, max: 7 * 86_400 },
  cooldownMaxMinutes: 7 * 1_440,
  maxDailyTrades: 1_440,
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
  /** Points of the price line beside past decisions. */
  pricePoints: 240,
  /** Longest period that past decisions can be limited to. */
  decisionsMaxHours: 168,
  recentSignalsMs: 300_000,
  backtestHours: 24,
  /** Minimum BUY and SELL decisions for a backtest to report the moves after them. */
  backtestMinDecisions: 20,
  backtestHorizons: [15, 60],
  /** Life of an idempotency key. */
  idempotencyMs: 86_400_000,
  /** Without a key, the same template and name again within this time is the same creation. */
  templateRepeatMs: 60_000,
  /** Retained decisions per version of a strategy: the newest of all kinds, and the newest BUY and SELL. */
  maxDecisions: 500,
  maxActions: 200,
} as const

/** Paper trading. */
export const PAPER = {
  /** Strategies that trade on an account at the same time. */
  maxAllocations: 200,
  maxCapital: 1_000_000_000,
  maxReason: 200,
  maxNote: 2_000,
  ledgerPage: 100,
  /** Rows of a table that are shown at first. */
  rowsPerPage: 25,
  ledgerCap: 1_000,
  /** Hours that the curve shows. */
  curvePoints: 2_000,
  /** Decisions that are older than this when they arrive are not traded, by the clock of a live market. */
  lateMs: 90_000,
  maxCoolDown: { losses: 100, minutes: 7 * 1_440 },
  /** Orders that wait on one allocation at the same time. */
  maxOrders: 20,
  /** Of what was traded in a minute, an order that was placed by hand fills at most this share. */
  volumeShare: 0.1,
  poll: { accountMs: 5_000 },
} as const

/** Uploaded models and how they are scored. */
export const MODEL_LIMITS = {
  maxFileBytes: 100 * 1_048_576,
  maxFilesPerUser: 20,
  /** Rows on a page of the table. */
  rowsPerPage: 50,
  maxBytesPerUser: 1_073_741_824,
  maxMetricsBytes: 65_536,
  maxLabel: 255,
  maxDescription: 2_000,
  /** Time-out of a complete upload: 100 MiB at 1 Mbit/s. */
  uploadMs: 900_000,
  /** An upload that receives nothing for this long is aborted. */
  uploadSilenceMs: 60_000,
  /** Delay between two uploads of a list. */
  spacingMs: 200,
  /** Time-out of inspecting and test-running a file before it is accepted. */
  examineMs: 20_000,
  /** Time-out of one inference. */
  runMs: 2_000,
  /** Memory of a model in the scoring process, including its file. */
  memoryBytes: 512 * 1_048_576,
  /** Consecutive failed or timed-out inferences that suspend a model until it is activated again. */
  failuresToSuspend: 3,
  /** Minimum calls for a significant hit rate. */
  minCalls: 30,
  historyRows: 100,
} as const
