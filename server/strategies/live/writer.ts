import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DecisionRow, DecisionStore } from '../store/decisions.ts'

/** Writes decisions in the background, in the order they were made, and again when a write failed. */
export interface DecisionWriter {
  write(rows: readonly DecisionRow[]): void
  /** Resolves when everything handed over so far was written, or failed to be. */
  settled(): Promise<void>
  unwritten(): number
  /** Why the last write failed, in words; undefined when it did not. */
  failure(): string | undefined
}

/** Rows per statement: the embedded database works on the process's only thread, about five milliseconds at a time. */
const ROWS_PER_STATEMENT = 50
/** Beyond this the oldest are given up: twenty minutes of 500 strategies. */
const MAX_UNWRITTEN = 10_000
/** Most decisions of a strategy between two looks at what may be forgotten. */
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
    for (const { strategyId } of written) {
      // They begin one after the other, so that not all are due at the same candle.
      const since = (sincePruned.get(strategyId) ?? sincePruned.size % PRUNE_EVERY) + 1
      sincePruned.set(strategyId, since % PRUNE_EVERY)
      if (since < PRUNE_EVERY) continue
      await store.prune(strategyId)
      await yieldToEventLoop()
    }
  }

  async function flush(): Promise<void> {
    try {
      while (queue.length > 0) {
        const batch = queue.slice(0, ROWS_PER_STATEMENT)
        await store.append(batch)
        // The oldest may have been given up meanwhile, these among them.
        const written = new Set(batch)
        queue = queue.filter((row) => !written.has(row))
        await prune(batch)
        // The embedded database answers without ever giving the turn away.
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
