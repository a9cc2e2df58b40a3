/** Imports of candles into the library. */
export const CANDLE_IMPORT = {
  /** Kraken's file of nine years of minutes has 300 MB. */
  maxFileBytes: 512 * 1_048_576,
  maxFileName: 120,
  /** Imports that wait, run or are paused. */
  maxOpen: 5,
  /** Newest ended imports that are listed. */
  maxEnded: 20,
  /** Skipped lines and gaps that are listed; more are counted only. */
  maxSkipped: 50,
  maxGaps: 20,
  /** Time-out of a complete upload: the largest file at 5 Mbit/s. */
  uploadMs: 900_000,
  poll: { listMs: 5_000, openMs: 1_000 },
} as const
