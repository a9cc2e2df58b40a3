import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { MODEL_LIMITS } from '#contract/limits.ts'

/**
 * A thread of its own for reading and running models. It is given nothing of the environment, its console goes nowhere, and
 * its memory is bounded, the runtime's included.
 */
export function startModelThread(memoryBytes: number = MODEL_LIMITS.memoryBytes): Worker {
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
  const worker = here.endsWith('.ts')
    ? new Worker(throughTsx(here), { ...options, eval: true })
    : new Worker(new URL('./model-worker.js', here), options)
  worker.stdout.resume()
  worker.stderr.resume()
  return worker
}

/** From source, Node needs the same loader that the server itself runs through; its CommonJS form does not load in threads. */
function throughTsx(here: string): string {
  const loader = createRequire(here)
    .resolve('tsx/esm/api')
    .replace(/\.cjs$/, '.mjs')
  const [api, worker] = [pathToFileURL(loader), new URL('./worker.ts', here)].map(({ href }) => JSON.stringify(href))
  return `import(${api}).then(({ register }) => { register(); return import(${worker}) })`
}
