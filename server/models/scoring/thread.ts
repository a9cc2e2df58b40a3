import { Worker, type WorkerOptions } from 'node:worker_threads'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { threadFromSource } from '#server/lib/thread-from-source.ts'

/**
 * Starts a thread for reading and running models. It inherits no environment variables, its output is discarded, and its
 * memory is limited, including that of the runtime. `file` is a compiled worker to run instead of the one beside this module.
 */
export function startModelThread(memoryBytes: number = MODEL_LIMITS.memoryBytes, file?: URL): Worker {
  const options: WorkerOptions = {
    name: 'models',
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: Math.ceil(memoryBytes / 1_048_576) },
    workerData: { memoryBytes },
  }
  const here = import.meta.url
  const worker =
    !file && here.endsWith('.ts')
      ? new Worker(threadFromSource(new URL('./worker.ts', here)), { ...options, eval: true })
      : new Worker(file ?? new URL('./model-worker.js', here), options)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
