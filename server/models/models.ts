import { exhaustMap, interval, Subject, type Observable, type Subscription } from 'rxjs'
import type { ActiveModel } from '#contract/payloads/responses.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { parseTimeframe } from '#contract/timeframes.ts'
import type { AssertLeads, Database } from '#server/database/database.ts'
import { unlessReadOnly } from '#server/database/errors.ts'
import type { Service } from '#server/http/app.ts'
import type { JobThread } from '#server/jobs/thread.ts'
import type { ModelAudit, ModelMarket } from './ports.ts'
import { activeModels, listModels, type ModelRow } from './registry/rows.ts'
import { modelRoutes } from './routes.ts'
import { type ScoreCounters, performanceOf, createCounterStore } from './scoring/score-counters.ts'
import { createJobRunner, JobFailed } from './scoring/job-runner.ts'
import { createScorer } from './scoring/scorer.ts'
import { createLoadedModels, createUsableModels } from './scoring/loaded-models.ts'
import { openFileStore, reconcile } from './file-store/file-store.ts'
import { createSharedFiles } from './file-store/shared-files.ts'
import { uploadRoute } from './upload/route.ts'
import type { Scoring } from '#contract/models/model.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { ModelEnding } from '#contract/models/upload.ts'
import { examinationSchema, type Examination } from './scoring/protocol.ts'

const failure = (reason: string, text: string): Examination => ({
  facts: { ok: false, status: 422, reason, text },
  unfit: [],
  trialMs: null,
})

/**
 * Examines files one at a time, each in its own thread, so that a file that damages its thread affects no other.
 */
export function createExaminer(start: () => JobThread, limitMs: number) {
  let previous: Promise<unknown> = Promise.resolve()

  async function examine(path: string, ending: ModelEnding): Promise<Examination> {
    const runner = createJobRunner(start)
    try {
      return await runner.run({ kind: 'examine', path, ending }, examinationSchema, limitMs)
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error
      return error.timedOut
        ? failure('too_slow', `The model was rejected: inspecting and testing it took longer than ${limitMs / 1000} s.`)
        : failure('unreadable', `The model could not be inspected: ${error.message}.`)
    } finally {
      await runner.stop()
    }
  }

  return (path: string, ending: ModelEnding): Promise<Examination> => {
    const examined = previous.then(() => examine(path, ending))
    previous = examined.catch(() => undefined)
    return examined
  }
}

const NOT_SCORED =
  'Only .onnx models are scored: loading a pickle would run its code, so it is stored and never opened.'

const FILE_MISSING = 'Its file is missing from the server. The model can be used again once the file is restored.'

interface ScoringFacts {
  readonly hasFile: boolean
  /** The scorer's own state. */
  readonly running: Scoring | undefined
  /** Pairs of the market. */
  readonly pairs: readonly PairId[]
}

/** Scoring state of a model. */
function scoringOf(row: ModelRow, { hasFile, running, pairs }: ScoringFacts): Scoring {
  if (!hasFile) return { state: 'file_missing', reason: FILE_MISSING }
  if (row.format !== 'onnx') return { state: 'impossible', reason: NOT_SCORED }
  if (!row.isActive) return { state: 'idle', reason: null }
  if (!pairs.includes(row.pair)) {
    return { state: 'waiting', reason: `This server's market does not include ${PAIRS[row.pair].label}.` }
  }
  return running ?? { state: 'waiting', reason: 'The model is being loaded.' }
}

export interface ModelsDeps {
  readonly database: Database
  readonly assertLeads?: AssertLeads
  readonly dataDir: string
  /** Whether other processes use the database, which then has the files too. */
  readonly sharesFiles: boolean
  readonly audit: ModelAudit
  readonly market: ModelMarket
  /** Starts a thread that reads and runs models. */
  readonly startThread: () => JobThread
  readonly now: () => number
  /** Monotonic clock for durations, in fractional milliseconds. */
  readonly clock: () => number
  readonly report: (error: unknown) => void
  /** Receives notices for the operator. */
  readonly notice: (text: string) => void
  readonly limits?: { readonly examineMs: number; readonly runMs: number }
  /** Triggers the storing of counters and a look at the files; every 5 s by default. */
  readonly ticks$?: Observable<unknown>
}

/** Uploaded models: their registry, and the signals of active ones. */
export interface Models {
  /** To be registered under the market-data base path. */
  readonly routes: Service
  active(): Promise<readonly ActiveModel[]>
  /** Emits when models were activated, deactivated or deleted here. */
  readonly changed$: Observable<void>
  /** Scores with the models that are active now. Without effect before the start. */
  refresh(): Promise<void>
  /** Reconciles rows and files once the database is available, then scores the active models. */
  start(): Promise<void>
  /** Number of active models that are not scored, as they failed too often or have no file. */
  failing(): Promise<number>
  /** Number of models whose file is missing. */
  withoutFile(): Promise<number>
  /** Resolves when all closed candles have been scored. */
  settled(): Promise<void>
  stop(): Promise<void>
}

const TICK_MS = 5_000

export async function createModels(deps: ModelsDeps): Promise<Models> {
  const { database, assertLeads, dataDir, audit, market, startThread, now, clock, report, limits = MODEL_LIMITS } = deps
  const ticks$ = deps.ticks$ ?? interval(TICK_MS)
  const fileStore = await openFileStore(dataDir)
  const sharedFiles = deps.sharesFiles ? createSharedFiles(database, fileStore, dataDir) : undefined
  const counterStore = createCounterStore(database, market.kind, assertLeads)
  const jobRunner = createJobRunner(startThread)
  const written = new Map<string, ScoreCounters>()
  const scorer = createScorer({
    market,
    loadedModels: createLoadedModels(jobRunner, (id) => fileStore.pathOf(id), {
      loadMs: limits.examineMs,
      runMs: limits.runMs,
    }),
    loadCounters: (id) => counterStore.read(id),
    saveCounters: persist,
    clock,
    now,
    report,
  })
  let isReady = false
  let flushing: Subscription | undefined
  let sharing: Promise<void> | undefined

  /** Writes the counters that changed since the last write. */
  async function persist(current: ReadonlyMap<string, ScoreCounters>): Promise<void> {
    const changed = new Map([...current].filter(([id, counters]) => written.get(id) !== counters))
    if (changed.size === 0) return
    await counterStore.write(changed)
    for (const [id, counters] of changed) written.set(id, counters)
  }
  const persistAll = () => persist(scorer.counters()).catch(report)

  /** A file that cannot be had now is one that is missing. */
  async function fetchMissing(rows: readonly ModelRow[]): Promise<void> {
    if (sharedFiles === undefined) return
    for (const row of rows) if (!fileStore.has(row.id)) await sharedFiles.fetch(row).catch(report)
  }

  const usableModels = createUsableModels({
    loadActive: () => activeModels(database.db),
    fetchMissing,
    fileStore,
    scorer,
  })
  const changed$ = new Subject<void>()
  async function onActivationChange(): Promise<void> {
    changed$.next()
    await usableModels.reload()
  }
  const onTick = async () => {
    await persistAll()
    await usableModels.checkFiles()
  }

  const scoringStateOf = (row: ModelRow) =>
    scoringOf(row, { hasFile: fileStore.has(row.id), running: scorer.scoringOf(row.id), pairs: market.pairs })

  return {
    routes: async (app) => {
      await app.register(
        modelRoutes({
          database,
          fileStore,
          audit,
          scoringOf: scoringStateOf,
          performanceOf: async (row) =>
            performanceOf(row.id, {
              market: market.kind,
              scoring: scoringStateOf(row),
              counters: scorer.counters().get(row.id) ?? (await counterStore.read(row.id)),
            }),
          onActivationChange,
          now,
        }),
      )
      await app.register(
        uploadRoute({
          database,
          dataDir,
          fileStore,
          sharedFiles,
          audit,
          isReady: () => isReady,
          examine: createExaminer(startThread, limits.examineMs),
          scoringOf: scoringStateOf,
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
        is_scored: scoringStateOf(row).state === 'scored',
      })),
    changed$: changed$.asObservable(),
    refresh: async () => {
      if (isReady) await usableModels.reloadIfChanged()
    },
    failing: async () =>
      (await activeModels(database.db)).filter((row) =>
        (['suspended', 'file_missing'] as readonly Scoring['state'][]).includes(scoringStateOf(row).state),
      ).length,
    withoutFile: async () => (await listModels(database.db)).filter(({ id }) => !fileStore.has(id)).length,
    async start() {
      await database.whenReady
      const stored = await listModels(database.db)
      await fetchMissing(stored)
      for (const notice of await reconcile(stored, fileStore)) deps.notice(notice)
      if (market.kind === 'replay') await unlessReadOnly(counterStore.clear())
      isReady = true
      scorer.start()
      await usableModels.reload()
      flushing = ticks$.pipe(exhaustMap(onTick)).subscribe()
      sharing = sharedFiles?.shareAll(stored).catch(report)
    },
    settled: () => scorer.settled(),
    async stop() {
      scorer.stop()
      flushing?.unsubscribe()
      await sharing
      await scorer.settled()
      await jobRunner.stop()
      await persistAll()
    },
  }
}
