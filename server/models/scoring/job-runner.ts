import type { Worker } from 'node:worker_threads'
import type * as z from 'zod/mini'
import { jobResultSchema, type Job, type JobResult } from './protocol.ts'

/** A failed job. `timedOut`: it exceeded its time limit and was stopped. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
  readonly timedOut: boolean

  constructor(message: string, timedOut = false) {
    super(message)
    this.timedOut = timedOut
  }
}

/** Runs jobs in a thread, one at a time. The thread starts with the first job and is replaced after a timeout. */
export interface JobRunner {
  /** Rejects with `JobFailed`. The time limit starts when the thread starts the job. */
  run<T>(job: Job, schema: z.ZodMiniType<T>, limitMs: number): Promise<T>
  /** Increases whenever the thread is replaced and its models are gone. */
  generation(): number
  stop(): Promise<void>
}

interface QueuedJob {
  readonly job: Job
  readonly limitMs: number
  readonly settle: (reply: JobResult | JobFailed) => void
}

/** @param start starts a thread that implements `protocol.ts` */
export function createJobRunner(start: () => Worker): JobRunner {
  const waiting: QueuedJob[] = []
  let thread: Worker | undefined
  let current: { readonly queued: QueuedJob; readonly timer: NodeJS.Timeout } | undefined
  let generation = 0
  let stopped = false

  function finish(result: JobResult | JobFailed): void {
    if (!current) return
    const { queued, timer } = current
    clearTimeout(timer)
    current = undefined
    queued.settle(result)
    next()
  }

  function dropThread(): Promise<unknown> {
    const old = thread
    thread = undefined
    generation += 1
    old?.removeAllListeners()
    // Errors of a terminating thread are irrelevant.
    old?.on('error', () => undefined)
    return old?.terminate() ?? Promise.resolve()
  }

  function startThread(): Worker {
    const started = start()
    started.unref()
    started.on('message', (message) => finish(jobResultSchema.parse(message)))
    started.on('error', (error) => {
      void dropThread()
      finish(new JobFailed(`the thread ended: ${error.message}`))
    })
    started.on('exit', (code) => {
      void dropThread()
      finish(new JobFailed(`the thread ended with ${code}`))
    })
    return started
  }

  function next(): void {
    const queued = current ? undefined : waiting.shift()
    if (!queued) return
    if (stopped) {
      queued.settle(new JobFailed('the server is stopping'))
      next()
      return
    }
    thread ??= startThread()
    const timer = setTimeout(() => {
      void dropThread()
      finish(new JobFailed(`it took longer than ${queued.limitMs / 1000} s`, true))
    }, queued.limitMs)
    current = { queued, timer }
    thread.postMessage(queued.job, [])
  }

  return {
    run: async (job, schema, limitMs) => {
      const result = await new Promise<JobResult | JobFailed>((settle) => {
        waiting.push({ job, limitMs, settle })
        next()
      })
      if (result instanceof JobFailed) throw result
      if (!result.ok) throw new JobFailed(result.error)
      return schema.parse(result.value)
    },
    generation: () => generation,
    stop: async () => {
      stopped = true
      await dropThread()
      finish(new JobFailed('the server is stopping'))
    },
  }
}
