import type { BacktestJob } from '#contract/backtests/jobs.ts'
import { createJobQueue, type Turn } from '#server/jobs/queue.ts'
import type { JobThread } from '#server/jobs/thread.ts'
import type { DataSets } from '../data/data-sets.ts'
import {
  workerMessageSchema,
  type BacktestProgress,
  type BacktestTask,
  type FinishedBacktest,
} from '../worker/protocol.ts'
import type { BacktestStore, OpenBacktest } from './store.ts'

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
  /** Resolves to whether backtests run in this process now. */
  readonly runsHere: () => Promise<boolean>
  readonly startThread: (task: BacktestTask) => JobThread
  readonly report: (error: unknown) => void
}

const START: BacktestProgress = { phase: 'readings', done: 0 }

export function createBacktestRunner(deps: BacktestRunnerDeps): BacktestRunner {
  const { store, dataSets, readingsFolder, runsHere, startThread, report } = deps
  const queue = createJobQueue({
    next: oldest,
    run,
    startThread,
    messages: workerMessageSchema,
    initialProgress: START,
    threadEnded: 'The server ran out of memory for it, or its thread ended. Try a shorter span.',
    report,
  })

  async function oldest(): Promise<OpenBacktest | undefined> {
    const [first] = await store.open()
    return first && (await runsHere()) ? first : undefined
  }

  async function run({ id, definition, settings }: OpenBacktest, turn: Turn<BacktestTask, FinishedBacktest>) {
    if (!(await store.start(id))) return
    const candles = await dataSets.open(settings.data_set, settings.from, settings.to)
    const variants = await store.variants(id)
    if (turn.signal.aborted) return
    if (!candles) {
      await store.end(id, { status: 'failed', reason: 'Its candles are no longer there.' })
      return
    }
    const ended = await turn.inThread({ strategy: definition, settings, candles, readingsFolder, variants })
    if (!ended) return
    if (ended.kind === 'done') await store.end(id, { status: 'done', ...ended.result })
    else await store.end(id, { status: 'failed', reason: ended.reason })
  }

  return {
    wake: queue.wake,
    drop: (id) => void queue.drop(id).catch(report),
    pause: queue.pause,
    progress: (id) => queue.progress(id) ?? null,
    stop: queue.stop,
  }
}
