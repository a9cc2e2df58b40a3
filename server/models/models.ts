import type { Worker } from 'node:worker_threads'
import { exhaustMap, interval, type Subscription } from 'rxjs'
import type { ActiveModel } from '#contract/analysis/replies.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { parseTimeframe } from '#contract/timeframes.ts'
import type { Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import type { ModelAudit, ModelMarket } from './ports.ts'
import { activeModels, type ModelRow } from './registry/rows.ts'
import { modelRoutes } from './routes.ts'
import { createExaminer } from './scoring/examine.ts'
import type { Tally } from './scoring/outcome.ts'
import { performanceOf } from './scoring/performance.ts'
import { createRunner } from './scoring/runner.ts'
import { createScorer } from './scoring/scorer.ts'
import { createSeats } from './scoring/seats.ts'
import { scoringOf } from './scoring/state.ts'
import { createTallies } from './scoring/tallies.ts'
import { openShelf } from './shelf/shelf.ts'
import { reconcile } from './shelf/reconcile.ts'
import { uploadRoute } from './upload/route.ts'

export interface ModelsDeps {
  readonly database: Database
  readonly dataDir: string
  readonly audit: ModelAudit
  readonly market: ModelMarket
  /** Makes a thread for reading and running models. */
  readonly startThread: () => Worker
  readonly now: () => number
  /** Milliseconds with fractions, for durations. */
  readonly clock: () => number
  readonly report: (error: unknown) => void
  /** Hears what an operator should read. */
  readonly notice: (text: string) => void
  readonly limits?: { readonly examineMs: number; readonly runMs: number }
}

/** Uploaded models: the registry, and the signals of those that are active. */
export interface Models {
  /** To be mounted under the market-data base. */
  readonly routes: Service
  active(): Promise<readonly ActiveModel[]>
  /** Makes rows and files agree as soon as the database answers, then scores what is active. */
  start(): Promise<void>
  /** Resolves when every candle that has closed was scored. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const FLUSH_MS = 5_000

export async function createModels(deps: ModelsDeps): Promise<Models> {
  const { database, dataDir, audit, market, startThread, now, clock, report, limits = MODEL_LIMITS } = deps
  const { shelf, isNew } = await openShelf(dataDir)
  const tallies = createTallies(database, market.kind)
  const runner = createRunner(startThread)
  const written = new Map<string, Tally>()
  const scorer = createScorer({
    market,
    seats: createSeats(runner, (id) => shelf.pathOf(id), { loadMs: limits.examineMs, runMs: limits.runMs }),
    recall: (id) => tallies.read(id),
    keep,
    clock,
    now,
    report,
  })
  let isReady = false
  let keeping: Subscription | undefined

  /** Writes what has changed since it was last written. */
  async function keep(counted: ReadonlyMap<string, Tally>): Promise<void> {
    const changed = new Map([...counted].filter(([id, tally]) => written.get(id) !== tally))
    if (changed.size === 0) return
    await tallies.write(changed)
    for (const [id, tally] of changed) written.set(id, tally)
  }
  const keepAll = () => keep(scorer.tallies()).catch(report)

  const stateOf = (row: ModelRow) => scoringOf(row, scorer.scoringOf(row.id), market.pairs)
  const changed = async () => scorer.setActive(await activeModels(database.db))

  return {
    routes: async (app) => {
      await app.register(
        modelRoutes({
          database,
          shelf,
          audit,
          scoringOf: stateOf,
          performanceOf: async (row) =>
            performanceOf(row.id, {
              market: market.kind,
              scoring: stateOf(row),
              tally: scorer.tallies().get(row.id) ?? (await tallies.read(row.id)),
            }),
          changed,
          now,
        }),
      )
      await app.register(
        uploadRoute({
          database,
          dataDir,
          shelf,
          audit,
          isReady: () => isReady,
          examine: createExaminer(startThread, limits.examineMs),
          scoringOf: stateOf,
          now,
        }),
      )
    },
    active: async () =>
      (await activeModels(database.db)).map((row) => ({
        id: row.id,
        name: row.name,
        trading_pair: row.pair,
        timeframe: parseTimeframe(row.timeframe) ?? 'M1',
        is_scored: stateOf(row).state === 'scored',
      })),
    async start() {
      await database.whenReady
      for (const notice of await reconcile({ database, shelf, isNew, audit, now })) deps.notice(notice)
      if (market.kind === 'replay') await tallies.clear()
      isReady = true
      scorer.start()
      await changed()
      keeping = interval(FLUSH_MS).pipe(exhaustMap(keepAll)).subscribe()
    },
    settled: () => scorer.settled(),
    async stop() {
      scorer.stop()
      keeping?.unsubscribe()
      await scorer.settled()
      await runner.stop()
      await keepAll()
    },
  }
}
