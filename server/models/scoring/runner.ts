import type { Worker } from 'node:worker_threads'
import type * as z from 'zod/mini'
import { replySchema, type Job, type Reply } from './protocol.ts'

/** A job that did not end well. `overran`: it took longer than it may and was stopped. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed'
  readonly overran: boolean

  constructor(message: string, overran = false) {
    super(message)
    this.overran = overran
  }
}

/** Runs jobs in a thread, one at a time. The thread begins with the first job and is replaced after one that overran. */
export interface Runner {
  /** Rejects with `JobFailed`. The time counts from when the thread begins with the job. */
  ask<T>(job: Job, answer: z.ZodMiniType<T>, limitMs: number): Promise<T>
  /** Goes up whenever what was loaded is gone. */
  generation(): number
  stop(): Promise<void>
}

interface Asked {
  readonly job: Job
  readonly limitMs: number
  readonly settle: (reply: Reply | JobFailed) => void
}

/** `start` makes a thread that speaks `protocol.ts`. */
export function createRunner(start: () => Worker): Runner {
  const waiting: Asked[] = []
  let thread: Worker | undefined
  let current: { readonly asked: Asked; readonly timer: NodeJS.Timeout } | undefined
  let generation = 0
  let stopped = false

  function finish(result: Reply | JobFailed): void {
    if (!current) return
    const { asked, timer } = current
    clearTimeout(timer)
    current = undefined
    asked.settle(result)
    next()
  }

  function drop(): Promise<unknown> {
    const dropped = thread
    thread = undefined
    generation += 1
    dropped?.removeAllListeners()
    // Errors of a thread that is being stopped concern nobody.
    dropped?.on('error', () => undefined)
    return dropped?.terminate() ?? Promise.resolve()
  }

  function begin(): Worker {
    const started = start()
    started.unref()
    started.on('message', (message) => finish(replySchema.parse(message)))
    started.on('error', (error) => {
      void drop()
      finish(new JobFailed(`the thread ended: ${error.message}`))
    })
    started.on('exit', (code) => {
      void drop()
      finish(new JobFailed(`the thread ended with ${code}`))
    })
    return started
  }

  function next(): void {
    const asked = current ? undefined : waiting.shift()
    if (!asked) return
    if (stopped) {
      asked.settle(new JobFailed('the server is stopping'))
      next()
      return
    }
    thread ??= begin()
    const timer = setTimeout(() => {
      void drop()
      finish(new JobFailed(`it took longer than ${asked.limitMs / 1000} s`, true))
    }, asked.limitMs)
    current = { asked, timer }
    thread.postMessage(asked.job, [])
  }

  return {
    ask: async (job, answer, limitMs) => {
      const result = await new Promise<Reply | JobFailed>((settle) => {
        waiting.push({ job, limitMs, settle })
        next()
      })
      if (result instanceof JobFailed) throw result
      if (!result.ok) throw new JobFailed(result.error)
      return answer.parse(result.value)
    },
    generation: () => generation,
    stop: async () => {
      stopped = true
      await drop()
      finish(new JobFailed('the server is stopping'))
    },
  }
}
