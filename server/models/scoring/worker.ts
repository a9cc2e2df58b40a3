import { readFile } from 'node:fs/promises'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import * as z from 'zod/mini'
import { factsOf } from '../inspection/facts.ts'
import { incompatibilities } from './compatibility.ts'
import type { Examination, Job, JobResult } from './protocol.ts'
import type { Session } from './sessions.ts'

const PAGE_BYTES = 65_536

/**
 * Limits the WebAssembly memory of this thread: the heap limits of threads do not cover it, and a small file can request any
 * amount. Call it before the runtime is loaded.
 */
function limitWasmMemory(bytes: number): void {
  const pages = Math.floor(bytes / PAGE_BYTES)
  const Unbounded = WebAssembly.Memory
  class Bounded extends Unbounded {
    constructor(descriptor: WebAssembly.MemoryDescriptor) {
      super({ ...descriptor, maximum: Math.min(descriptor.maximum ?? pages, pages) })
    }
  }
  Object.defineProperty(WebAssembly, 'Memory', { value: Bounded })
}

const { memoryBytes } = z.parse(z.object({ memoryBytes: z.number() }), workerData)
limitWasmMemory(memoryBytes)
const { openFile, run, score, runtimeMessage: wordsOf } = await import('./sessions.ts')
const { smokeTest: tryOut } = await import('./smoke-test.ts')

const sessions = new Map<string, Session>()

function sessionOf(id: string): Session {
  const session = sessions.get(id)
  if (!session) throw new Error('the model is not loaded')
  return session
}

async function unload(id: string): Promise<void> {
  const session = sessions.get(id)
  sessions.delete(id)
  await session?.session.release()
}

async function examine({ path, ending }: Extract<Job, { kind: 'examine' }>): Promise<Examination> {
  const bytes = await readFile(path)
  const facts = factsOf(bytes, ending)
  if (!facts.ok || !facts.onnx) return { facts, unfit: [], trialMs: null }
  const unfit = incompatibilities(facts.onnx, facts.externalTensor)
  if (unfit.length > 0) return { facts, unfit, trialMs: null }
  const result = await tryOut(bytes)
  return 'ms' in result ? { facts, unfit: [], trialMs: result.ms } : { facts, unfit: [result], trialMs: null }
}

async function handle(job: Job): Promise<unknown> {
  switch (job.kind) {
    case 'examine':
      return examine(job)
    case 'load':
      await unload(job.id)
      sessions.set(job.id, await openFile(job.path, job.sha256))
      return null
    case 'unload':
      await unload(job.id)
      return null
    case 'score':
      return score(sessionOf(job.id), job.vector)
    case 'run':
      return run(sessionOf(job.id), job.inputs, job.outputs)
  }
}

function serve(port: MessagePort): void {
  port.on('message', (job: Job) => {
    const respond = (message: JobResult) => port.postMessage(message)
    handle(job).then(
      (value) => respond({ ok: true, value }),
      (error: unknown) => respond({ ok: false, error: wordsOf(error) }),
    )
  })
}

if (!parentPort) throw new Error('This file runs as a worker thread only')
serve(parentPort)
