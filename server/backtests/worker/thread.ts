import { Worker, type WorkerOptions } from 'node:worker_threads'
import { threadFromSource } from '#server/lib/thread-from-source.ts'
import type { BacktestTask } from './protocol.ts'

/** Memory of a backtest in megabytes: a month of readings while it is computed takes most of it. */
const MEMORY_MB = 768

/**
 * Starts a thread that runs one backtest and ends. It inherits no environment variables, and its output is discarded.
 * `file` is a compiled worker to run instead of the one beside this module.
 */
export function startBacktestThread(task: BacktestTask, file?: URL): Worker {
  const { candles } = task
  const options: WorkerOptions = {
    name: 'backtest',
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    workerData: task,
    transferList:
      candles.kind === 'files'
        ? []
        : Object.values(candles.columns).flatMap((column) => (typeof column === 'number' ? [] : [column.buffer])),
  }
  const here = import.meta.url
  const worker =
    !file && here.endsWith('.ts')
      ? new Worker(threadFromSource(new URL('./worker.ts', here)), { ...options, eval: true })
      : new Worker(file ?? new URL('./backtest-worker.js', here), options)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
