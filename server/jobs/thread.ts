import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type Transferable } from 'node:worker_threads'

/** What is used of a thread. */
export interface JobThread {
  on(event: 'message', listener: (content: unknown) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'exit', listener: (code: number) => void): unknown
  postMessage(message: unknown, transfer: []): void
  unref(): void
  terminate(): Promise<unknown>
}

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

/**
 * Code that runs a TypeScript module in a thread, for a server that is run from source: the thread needs tsx's loader, whose
 * CommonJS build does not load in threads.
 */
function fromSource(module: URL): string {
  const loader = createRequire(import.meta.url)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const [api, entry] = [pathToFileURL(loader), module].map(({ href }) => JSON.stringify(href))
  return `import(${api}).then(({ register }) => { register(); return import(${entry}) })`
}

/** Starts a thread that inherits no environment variables and whose output is discarded. */
export function startThread({ name, memoryMb, caller, compiled, data, transferList }: ThreadOptions): Worker {
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
      ? new Worker(fromSource(new URL('./worker.ts', caller)), { ...options, eval: true })
      : new Worker(new URL(compiled, caller), options)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}
