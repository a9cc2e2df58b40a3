import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { interval, timer, type Subscription } from 'rxjs'
import { errorMessage } from './backoff.ts'
import type { CandleArchive, MarketDeps } from './ports.ts'
import type { HealthIssues } from './health-issues.ts'

const FLUSH_MS = 15_000
/** One week of a pair. If the database is down for longer, the oldest candles are dropped. */
const MAX_QUEUED = 10_080
const DAY_MS = 86_400_000
/** Archive retention: five times what is held in memory. */
export const RETENTION_DAYS = 365

/** Writes closed minutes to the archive in order and in batches, retries failed writes, and prunes expired candles. */
export interface Archiver {
  add(pair: PairId, candles: readonly Candle[]): void
  start(): void
  /** Stops the timers and flushes the queue. */
  stop(): Promise<void>
}

export function createArchiver(archive: CandleArchive, deps: MarketDeps, issues: HealthIssues): Archiver {
  const queues = new Map<PairId, Candle[]>()
  let timers: Subscription | undefined
  let writing = Promise.resolve()
  /** The failure that was logged last: a lasting one must not fill the log. */
  let reported: string | undefined

  async function flush(): Promise<void> {
    for (const [pair, queue] of queues) {
      const batch = queue.splice(0)
      if (batch.length === 0) continue
      try {
        await archive.append(pair, batch)
        issues.clear('archive')
        reported = undefined
      } catch (error) {
        queue.unshift(...batch)
        queue.splice(0, queue.length - MAX_QUEUED)
        const reason = errorMessage(error)
        issues.set('archive', `Candles are not being archived: ${reason}.`)
        if (reason !== reported)
          deps.log.warn({ err: error, pair, waiting: queue.length }, 'candle archive: write failed')
        reported = reason
      }
    }
  }

  // Serialise writes, so that a slow one is not overtaken by the next.
  function enqueueFlush(): Promise<void> {
    writing = writing.then(flush)
    return writing
  }

  async function prune(): Promise<void> {
    try {
      await archive.prune(Math.floor((deps.now() - RETENTION_DAYS * DAY_MS) / 1000))
    } catch (error) {
      deps.log.warn({ err: error }, 'candle archive: pruning failed')
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
