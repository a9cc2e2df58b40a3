import { Worker, type Transferable } from 'node:worker_threads'
import { threadFromSource } from './thread-from-source.ts'

/** A thread to start. */
export interface ThreadOptions {
  readonly name: string
  readonly memoryMb: number
  /** `import.meta.url` of the caller; `worker.ts` is beside it in the source. */
  readonly caller: string
  /** The compiled worker, beside the compiled server, or elsewhere. */
  readonly compiled: string | URL
  readonly data: unknown
  readonly transferList?: Transferable[]
}

/** Starts a thread that inherits no environment variables and whose output is discarded. */
export function startWorkerThread({ name, memoryMb, caller, compiled, data, transferList }: ThreadOptions): Worker {
  const options = {
    name,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    workerData: data,
    ...(transferList && { transferList }),
  }
  const worker =
    typeof compiled === 'string' && caller.endsWith('.ts')
      ? new Worker(threadFromSource(new URL('./worker.ts', caller)), { ...options, eval: true })
      : new Worker(new URL(compiled, caller), options)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
