import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DecisionRow, DecisionStore } from '../store/decisions.ts'

/** Writes decisions in the background and in order, and retries failed writes. */
export interface DecisionWriter {
  write(rows: readonly DecisionRow[]): void
  /** Resolves when everything queued so far was written or has failed. */
  settled(): Promise<void>
  unwritten(): number
  /** Message of the last failed write; undefined if it succeeded. */
  failure(): string | undefined
}

/** Rows per statement: the embedded database blocks the process's only thread for about five milliseconds each. */
const ROWS_PER_STATEMENT = 50
/** Beyond this the oldest are dropped: twenty minutes of 500 strategies. */
const MAX_UNWRITTEN = 10_000
/** Number of decisions of a strategy after which old ones are pruned. */
const PRUNE_EVERY = 100

export function createDecisionWriter(
  store: Pick<DecisionStore, 'append' | 'prune'>,
  report: (error: unknown) => void,
): DecisionWriter {
  let queue: DecisionRow[] = []
  let failure: string | undefined
  let writing = Promise.resolve()
  const sincePruned = new Map<string, number>()

  async function prune(written: readonly DecisionRow[]): Promise<void> {
    for (const { strategyId, versionNumber } of written) {
      // Strategies start at different counts, so that they are not all pruned at the same candle.
      const since = (sincePruned.get(strategyId) ?? sincePruned.size % PRUNE_EVERY) + 1
      sincePruned.set(strategyId, since % PRUNE_EVERY)
      if (since < PRUNE_EVERY) continue
      await store.prune(strategyId, versionNumber)
      await yieldToEventLoop()
    }
  }

  async function flush(): Promise<void> {
    try {
      while (queue.length > 0) {
        const batch = queue.slice(0, ROWS_PER_STATEMENT)
        await store.append(batch)
        // The oldest may have been dropped meanwhile, including some of these.
        const written = new Set(batch)
        queue = queue.filter((row) => !written.has(row))
        await prune(batch)
        // The embedded database resolves without ever yielding.
        await yieldToEventLoop()
      }
      failure = undefined
    } catch (error) {
      failure = error instanceof Error ? error.message : 'not stored'
      report(error)
    }
  }

  return {
    write(rows) {
      queue = [...queue, ...rows].slice(-MAX_UNWRITTEN)
      writing = writing.then(flush)
    },
    settled: () => writing,
    unwritten: () => queue.length,
    failure: () => failure,
  }
}
