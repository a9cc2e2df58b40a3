import { Worker, type WorkerOptions } from 'node:worker_threads'
import { threadFromSource } from '#server/lib/thread-from-source.ts'
import type { ImportTask } from './protocol.ts'

/** Memory of an import in megabytes: it reads a month at a time. */
const MEMORY_MB = 256

/** Starts a thread that reads one import and ends. It inherits no environment variables, and its output is discarded. */
export function startImportThread(task: ImportTask): Worker {
  const options: WorkerOptions = {
    name: 'import',
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
    : new Worker(new URL('./import-worker.js', here), options)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
