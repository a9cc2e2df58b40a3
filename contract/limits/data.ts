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

/** When live data no longer counts as live. Wall time; market time passes faster in a replay. */
export const LIVENESS = {
  /** The server sends a Heartbeat over a socket on which it has sent nothing else for this long. */
  idleHeartbeatMs: 1_000,
  /** A connection silent for this many such intervals does not respond. */
  missedIdleHeartbeats: 3,
  /** A price is overdue this long after it was due. */
  tickAllowanceMs: 3_000,
  /** An entry may be this late: an exchange closes a minute seconds after its end, and it is then analysed. */
  entryAllowanceMs: 6_000,
  /** Data may be this far ahead of the market clock, which the network delays. */
  aheadMs: 5_000,
} as const

/** Lifetimes of the data cached in the browser. */
export const CACHE = {
  streamDataMs: 600_000,
  analyticsMs: 900_000,
  chartMs: 300_000,
  preferencesMs: 604_800_000,
  /** Characters of all of them. */
  preferencesLength: 50_000,
  connectionMs: 600_000,
  /** Unfinished strategies. */
  draftsMs: 2_592_000_000,
  cleanMs: 1_800_000,
} as const

/** The live chart and its candles. */
export const CHART = {
  /** Least height where the user has not changed it. */
  heightPx: 400,
  minHeightPx: 280,
  maxHeightPx: 1_200,
  /** Candles in the first view. */
  firstView: 100,
  /** Candles requested and retained. */
  maxCandles: 500,
  /** Past candles requested at once. */
  pageCandles: 1_000,
  /** Candles that a chart holds; those farthest from the view are dropped. */
  maxHeldCandles: 20_000,
  /** Horizontal lines, and shapes, that a user may draw on a pair. */
  maxLines: 20,
  maxShapes: 20,
  newCandleGapS: 60,
  comparisonHeightPx: 500,
} as const

/** Limits of the stream monitoring. */
export const MONITORING = {
  /** Streams a client holds; those listed beyond it are omitted with a notice. */
  maxStreams: 2_048,
  /** Characters shown of a message without its own visual. */
  rawPreview: 200,
} as const

/** Technical-indicator thresholds that screens use. */
export const INDICATOR = {
  rsiHigh: 70,
  rsiLow: 30,
  macdShown: 0.001,
  adxShown: 25,
} as const
