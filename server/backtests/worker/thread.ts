import type { Worker } from 'node:worker_threads'
import { startThread } from '#server/jobs/thread.ts'
import type { BacktestTask } from './protocol.ts'

/** Memory of a backtest in megabytes: a month of readings while it is computed takes most of it. */
const MEMORY_MB = 768

/** Starts a thread that runs one backtest and ends. `file` is a compiled worker to run instead of the one beside this module. */
export function startBacktestThread(task: BacktestTask, file?: URL): Worker {
  const { candles } = task
  return startThread({
    name: 'backtest',
    memoryMb: MEMORY_MB,
    caller: import.meta.url,
    compiled: file ?? './backtest-worker.js',
    data: task,
    transferList:
      candles.kind === 'files'
        ? []
        : Object.values(candles.columns).flatMap((column) => (typeof column === 'number' ? [] : [column.buffer])),
  })
}
