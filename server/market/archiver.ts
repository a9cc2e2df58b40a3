import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { interval, timer, type Subscription } from 'rxjs'
import { reasonOf } from './backoff.ts'
import type { CandleArchive, MarketDeps } from './ports.ts'
import type { Troubles } from './troubles.ts'

const FLUSH_MS = 15_000
/** A week of one pair: what is waiting for a database that is away longer is forgotten, oldest first. */
const QUEUE_CAP = 10_080
const DAY_MS = 86_400_000
/** How far back candles are kept: five times what the running market holds. */
export const KEPT_DAYS = 365

/** Writes closed minutes to the archive in batches, in order, and again when a write failed; forgets those of a year ago. */
export interface Archiver {
  keep(pair: PairId, candles: readonly Candle[]): void
  start(): void
  /** Ends the rhythm and writes what is left. */
  stop(): Promise<void>
}

export function createArchiver(archive: CandleArchive, deps: MarketDeps, troubles: Troubles): Archiver {
  const queues = new Map<PairId, Candle[]>()
  let rhythm: Subscription | undefined
  let writing = Promise.resolve()

  async function flush(): Promise<void> {
    for (const [pair, queue] of queues) {
      const batch = queue.splice(0)
      if (batch.length === 0) continue
      try {
        await archive.append(pair, batch)
        troubles.clear('archive')
      } catch (error) {
        queue.unshift(...batch)
        queue.splice(0, queue.length - QUEUE_CAP)
        troubles.set('archive', `Candles are not being kept: ${reasonOf(error)}.`)
        deps.log.warn({ err: error, pair, waiting: queue.length }, 'candle archive: write failed')
      }
    }
  }

  // One write at a time: a slow one must not be overtaken by the next.
  function flushInTurn(): Promise<void> {
    writing = writing.then(flush)
    return writing
  }

  async function prune(): Promise<void> {
    try {
      await archive.prune(Math.floor((deps.now() - KEPT_DAYS * DAY_MS) / 1000))
    } catch (error) {
      deps.log.warn({ err: error }, 'candle archive: old candles are still there')
    }
  }

  return {
    keep(pair, candles) {
      const queue = queues.get(pair) ?? []
      queue.push(...candles)
      queues.set(pair, queue)
    },
    start() {
      rhythm = interval(FLUSH_MS, deps.scheduler).subscribe(() => void flushInTurn())
      rhythm.add(timer(0, DAY_MS, deps.scheduler).subscribe(() => void prune()))
    },
    stop() {
      rhythm?.unsubscribe()
      return flushInTurn()
    },
  }
}
