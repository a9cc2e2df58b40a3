import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { interval, timer, type Subscription } from 'rxjs'
import { errorMessage } from './backoff.ts'
import type { CandleArchive, MarketDeps } from './ports.ts'
import type { HealthIssues } from './health-issues.ts'

const FLUSH_MS = 15_000
/** A week of one pair: what is waiting for a database that is away longer is forgotten, oldest first. */
const MAX_QUEUED = 10_080
const DAY_MS = 86_400_000
/** How far back candles are kept: five times what the running market holds. */
export const RETENTION_DAYS = 365

/** Writes closed minutes to the archive in batches, in order, and again when a write failed; forgets those of a year ago. */
export interface Archiver {
  add(pair: PairId, candles: readonly Candle[]): void
  start(): void
  /** Ends the rhythm and writes what is left. */
  stop(): Promise<void>
}

export function createArchiver(archive: CandleArchive, deps: MarketDeps, issues: HealthIssues): Archiver {
  const queues = new Map<PairId, Candle[]>()
  let timers: Subscription | undefined
  let writing = Promise.resolve()

  async function flush(): Promise<void> {
    for (const [pair, queue] of queues) {
      const batch = queue.splice(0)
      if (batch.length === 0) continue
      try {
        await archive.append(pair, batch)
        issues.clear('archive')
      } catch (error) {
        queue.unshift(...batch)
        queue.splice(0, queue.length - MAX_QUEUED)
        issues.set('archive', `Candles are not being kept: ${errorMessage(error)}.`)
        deps.log.warn({ err: error, pair, waiting: queue.length }, 'candle archive: write failed')
      }
    }
  }

  // One write at a time: a slow one must not be overtaken by the next.
  function enqueueFlush(): Promise<void> {
    writing = writing.then(flush)
    return writing
  }

  async function prune(): Promise<void> {
    try {
      await archive.prune(Math.floor((deps.now() - RETENTION_DAYS * DAY_MS) / 1000))
    } catch (error) {
      deps.log.warn({ err: error }, 'candle archive: old candles are still there')
    }
  }

  return {
    add(pair, candles) {
      const queue = queues.get(pair) ?? []
      queue.push(...candles)
      queues.set(pair, queue)
    },
    start() {
      timers = interval(FLUSH_MS, deps.scheduler).subscribe(() => void enqueueFlush())
      timers.add(timer(0, DAY_MS, deps.scheduler).subscribe(() => void prune()))
    },
    stop() {
      timers?.unsubscribe()
      return enqueueFlush()
    },
  }
}
