const JITTER_RATIO = 0.2

export interface Backoff {
  readonly baseMs: number
  readonly capMs: number
}

/** Milliseconds to wait before attempt `attempt` (1 is the first retry): exponential, plus up to 20 % jitter, capped. */
export const backoffMs = ({ baseMs, capMs }: Backoff, attempt: number, random: () => number): number =>
  Math.min(capMs, baseMs * 2 ** (attempt - 1) * (1 + JITTER_RATIO * random()))

/** The message of whatever was thrown, with that of its cause. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return cause && !error.message.includes(cause) ? `${error.message}: ${cause}` : error.message
}
