import type { MarketLog } from '../ports.ts'

const LOG_EVERY = 1_000

/** Counts unreadable frames and rows: reported, never fatal. */
export interface Rejects {
  add(reason: string): void
  /** One line for the operator; empty if there were none. */
  notices(): string[]
}

export function createRejects(log: MarketLog): Rejects {
  let count = 0
  let latest = ''
  return {
    add(reason) {
      if (count % LOG_EVERY === 0) log.warn({ reason, before: count }, 'kraken: unreadable')
      count += 1
      latest = reason
    },
    notices: () =>
      count === 0 ? [] : [`${count} frames or rows from Kraken could not be read; the last was ${latest}`],
  }
}
