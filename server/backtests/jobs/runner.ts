import type { BacktestJob } from '#contract/backtests/jobs.ts'
import type { DataSets } from '../data/data-sets.ts'
import { workerMessageSchema, type BacktestTask } from '../worker/protocol.ts'
import type { BacktestStore, Ending, OpenBacktest } from './store.ts'

/** What is used of a thread. */
export interface BacktestThread {
  on(event: 'message', listener: (content: unknown) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  unref(): void
  terminate(): Promise<unknown>
}

/** Runs the waiting backtests in a thread, the oldest first, one at a time. */
export interface BacktestRunner {
  /** Looks for waiting ones. Call it at the start of the server and after each addition. */
  readonly wake: () => void
  /** Ends the thread of a backtest that was cancelled or deleted. */
  readonly drop: (id: string) => void
  /** Ends the thread of a backtest that was paused; months that are analysed are found again when it is resumed. */
  readonly pause: (id: string) => void
  /** Of the running one, and of those paused since the start; null for others. */
  progress(id: string): BacktestJob['progress']
  /** Ends the thread; what it was doing is taken up again at the next start. */
  stop(): Promise<void>
}

export interface BacktestRunnerDeps {
  readonly store: Pick<BacktestStore, 'open' | 'variants' | 'start' | 'end'>
  readonly dataSets: Pick<DataSets, 'open'>
  readonly readingsFolder: string
  /** Resolves to whether backtests on a data set, named by its id, run in this process now. */
  readonly ownDataSets: () => Promise<(dataSet: string) => boolean>
  readonly startThread: (task: BacktestTask) => BacktestThread
  readonly report: (error: unknown) => void
}

const LOST_DATA = 'Its candles are no longer there.'
const THREAD_ENDED = 'The server ran out of memory for it, or its thread ended. Try a shorter span.'

interface Running {
  readonly id: string
  progress: BacktestJob['progress']
  thread: BacktestThread | undefined
  isDropped: boolean
}

export function createBacktestRunner(deps: BacktestRunnerDeps): BacktestRunner {
  const { store, dataSets, readingsFolder, ownDataSets, startThread, report } = deps
  let running: Running | undefined
  /** How far those were that were paused. */
  const paused = new Map<string, BacktestJob['progress']>()
  let working: Promise<void> | undefined
  let isAsked = false
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted

  /** How the thread ended; undefined if it was made to. */
  function runThread(task: BacktestTask, current: Running): Promise<Ending | undefined> {
    return new Promise((resolve) => {
      const thread = startThread(task)
      current.thread = thread
      // The server must be able to end while a backtest runs.
      thread.unref()
      thread.on('message', (content) => {
        const message = workerMessageSchema.parse(content)
        if (message.kind === 'progress') current.progress = { phase: message.phase, done: message.done }
        else if (message.kind === 'done') {
          resolve({ status: 'done', summary: message.summary, result: message.result })
        } else resolve({ status: 'failed', reason: message.reason })
      })
      thread.on('error', (error) => {
        report(error)
        resolve({ status: 'failed', reason: THREAD_ENDED })
      })
      thread.on('exit', () =>
        resolve(current.isDropped || isStopped() ? undefined : { status: 'failed', reason: THREAD_ENDED }),
      )
    })
  }

  async function run({ id, definition, settings }: OpenBacktest): Promise<void> {
    if (!(await store.start(id))) return
    paused.delete(id)
    const current: Running = { id, progress: { phase: 'readings', done: 0 }, thread: undefined, isDropped: false }
    running = current
    try {
      const candles = await dataSets.open(settings.data_set, settings.from, settings.to)
      const variants = await store.variants(id)
      if (current.isDropped || isStopped()) return
      const ending: Ending | undefined = candles
        ? await runThread({ strategy: definition, settings, candles, readingsFolder, variants }, current)
        : { status: 'failed', reason: LOST_DATA }
      if (ending && !current.isDropped && !isStopped()) await store.end(id, ending)
    } finally {
      running = undefined
    }
  }

  async function oldest(): Promise<OpenBacktest | undefined> {
    const open = await store.open()
    if (open.length === 0) return undefined
    const isOwn = await ownDataSets()
    return open.find(({ settings }) => isOwn(settings.data_set))
  }

  async function work(): Promise<void> {
    try {
      while (isAsked && !isStopped()) {
        isAsked = false
        for (let next = await oldest(); next && !isStopped(); next = await oldest()) await run(next)
      }
    } catch (error) {
      // The waiting ones are looked for again with the next addition, or at the next start.
      report(error)
    } finally {
      working = undefined
    }
  }

  function wake(): void {
    isAsked = true
    working ??= work()
  }

  function endThread(id: string): void {
    if (running?.id !== id) return
    running.isDropped = true
    void running.thread?.terminate()
  }

  return {
    wake,
    drop(id) {
      paused.delete(id)
      endThread(id)
    },
    pause(id) {
      if (running?.id === id) paused.set(id, running.progress)
      endThread(id)
    },
    progress: (id) => (running?.id === id ? running.progress : (paused.get(id) ?? null)),
    async stop() {
      stopping.abort()
      await running?.thread?.terminate()
      await working
    },
  }
}
