/** One minute of a socket or a stream, as observed by this client. Ages in ms; undefined if nothing was painted. */
export interface QualityMinute {
  /** Number of messages painted. */
  readonly samples: number
  readonly p50: number | undefined
  readonly p99: number | undefined
  /** Jumps in the sequence numbers of a stream. */
  readonly gaps: number
  /** Reloads of a stream after missed messages. */
  readonly refills: number
  readonly reconnects: number
  /** Messages that could not be parsed. */
  readonly refused: number
  /** Milliseconds without a connection. */
  readonly disconnectedMs: number
}

/**
 * The last sixty minutes of a socket or a stream. Age at paint is the time from sending a message to the frame that
 * painted it; its percentiles are undefined below `MIN_SAMPLES`.
 */
export interface Quality extends QualityMinute {
  /** Start of the last minute, unix ms. */
  readonly lastMinute: number
  /** Sixty, oldest first. */
  readonly minutes: readonly QualityMinute[]
}

/** Fewer samples say nothing about the slowest percent. */
export const MIN_SAMPLES = 20
