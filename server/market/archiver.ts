import type { Candle } from '#contract/candles.ts'
import { type PairId, PAIR_IDS } from '#contract/pairs.ts'
import { interval, timer, type Subscription } from 'rxjs'
import { errorMessage } from './backoff.ts'
import type { CandleArchive, MarketDeps } from './ports.ts'
import type { HealthIssues } from './health-issues.ts'
import { and, count, eq, gte, inArray, lt, max, min, sql, type SQL } from 'drizzle-orm'
import type { MarketKind } from '#contract/provenance.ts'
import type { Database } from '#server/database/database.ts'
import { minuteCandles } from '#server/database/schema/candles.ts'

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

/** Rows per statement: far below PostgreSQL's limit of 65,535 parameters. */
const ROWS_PER_STATEMENT = 1_000

/** Stores candles of one market kind in the database. A clock gives fractions of a second, which PostgreSQL refuses in a whole number. */
export function createCandleArchive(database: Database, market: MarketKind): CandleArchive {
  const ofPair = (pair: PairId) => and(eq(minuteCandles.market, market), eq(minuteCandles.pair, pair))

  /** As one value, since a start reads months: as rows the same takes twice as long. */
  async function select(condition: SQL | undefined): Promise<Candle[]> {
    const { openedAt, open, high, low, close, volume } = minuteCandles
    const candle = sql`json_build_object('timestamp', ${openedAt}, 'open', ${open}, 'high', ${high}, 'low', ${low},
      'close', ${close}, 'volume', ${volume})`
    const [all] = await database.db
      .select({ candles: sql<Candle[] | null>`json_agg(${candle} order by ${openedAt})` })
      .from(minuteCandles)
      .where(condition)
    return all?.candles ?? []
  }

  return {
    async load(pair, sinceS) {
      await database.whenReady
      return select(and(ofPair(pair), gte(minuteCandles.openedAt, Math.ceil(sinceS))))
    },

    between: (pair, fromS, untilS) =>
      select(
        and(ofPair(pair), gte(minuteCandles.openedAt, Math.ceil(fromS)), lt(minuteCandles.openedAt, Math.ceil(untilS))),
      ),

    async extent(pair, untilS) {
      const { openedAt } = minuteCandles
      const [row] = await database.db
        .select({ firstS: min(openedAt), lastS: max(openedAt), count: count() })
        .from(minuteCandles)
        .where(and(ofPair(pair), untilS === undefined ? undefined : lt(openedAt, Math.ceil(untilS))))
      if (!row || row.firstS === null || row.lastS === null) return undefined
      return { firstS: row.firstS, lastS: row.lastS, count: row.count }
    },

    append(pair, candles) {
      return database.transaction(async (tx) => {
        for (let from = 0; from < candles.length; from += ROWS_PER_STATEMENT) {
          const rows = candles
            .slice(from, from + ROWS_PER_STATEMENT)
            .map(({ timestamp: openedAt, open, high, low, close, volume }) => ({
              market,
              pair,
              openedAt,
              open,
              high,
              low,
              close,
              volume,
            }))
          await tx.insert(minuteCandles).values(rows).onConflictDoNothing()
        }
      })
    },

    async prune(beforeS) {
      const { market: kind, pair, openedAt } = minuteCandles
      // Names all pairs because they come before the opening in the primary key.
      const old = and(eq(kind, market), inArray(pair, [...PAIR_IDS]), lt(openedAt, beforeS))
      await database.transaction((tx) => tx.delete(minuteCandles).where(old))
    },
  }
}
