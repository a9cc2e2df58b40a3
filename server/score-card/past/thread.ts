import { Worker, type WorkerOptions } from 'node:worker_threads'
import { threadFromSource } from '#server/lib/thread-from-source.ts'
import type { MonthTask } from './protocol.ts'

const MEMORY_MB = 512

/** Starts a thread that counts one month and ends. It inherits no environment variables, and its output is discarded. */
export function startMonthThread(task: MonthTask): Worker {
  const options: WorkerOptions = {
    name: 'score-card',
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    workerData: task,
  }
  const here = import.meta.url
  const worker = here.endsWith('.ts')
    ? new Worker(threadFromSource(new URL('./worker.ts', here)), { ...options, eval: true })
    : new Worker(new URL('./score-card-worker.js', here), options)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
