/** One minute of a socket or a stream, as this client saw it. Ages in ms; undefined where nothing was painted. */
export interface QualityMinute {
  /** Messages that were painted. */
  readonly samples: number
  readonly p50: number | undefined
  readonly p99: number | undefined
  /** Times that the count of a stream jumped. */
  readonly gaps: number
  /** Times that a stream was read anew because something of it was missing. */
  readonly refills: number
  readonly reconnects: number
  /** Messages that could not be read. */
  readonly refused: number
  /** Milliseconds without a connection. */
  readonly disconnectedMs: number
}

/**
 * The last sixty minutes of a socket or a stream. Age at paint: from when the server sent a message to the frame that
 * painted it. Its percentiles are undefined while too little was seen to tell.
 */
export interface Quality extends QualityMinute {
  /** When the last of the minutes began, unix ms. */
  readonly lastMinute: number
  /** Sixty, oldest first. */
  readonly minutes: readonly QualityMinute[]
}

/** Fewer messages than these say nothing about the slowest of a hundred. */
export const MIN_SAMPLES = 20
