import type * as z from 'zod/mini'
import type { JobThread } from '#server/jobs/thread.ts'
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

/** @param start starts a thread that implements `protocol.ts` */
export function createJobRunner(start: () => JobThread): JobRunner {
  let thread: JobThread | undefined
  let generation = 0
  let previous: Promise<unknown> = Promise.resolve()
  let settle: (result: JobResult | JobFailed) => void = () => undefined
  let isStopped = false

  async function dropThread(reason: JobFailed): Promise<void> {
    const old = thread
    thread = undefined
    generation += 1
    settle(reason)
    await old?.terminate()
  }

  function startThread(): JobThread {
    const started = start()
    const lose = (how: string) => {
      if (thread === started) void dropThread(new JobFailed(`the thread ended${how}`))
    }
    started.unref()
    started.on('message', (message) => {
      if (thread === started) settle(jobResultSchema.parse(message))
    })
    started.on('error', ({ message }) => lose(`: ${message}`))
    started.on('exit', (code) => lose(` with ${code}`))
    return started
  }

  async function ask(job: Job, limitMs: number): Promise<JobResult | JobFailed> {
    if (isStopped) return new JobFailed('the server is stopping')
    thread ??= startThread()
    const timer = setTimeout(
      () => void dropThread(new JobFailed(`it took longer than ${limitMs / 1000} s`, true)),
      limitMs,
    )
    thread.postMessage(job, [])
    const result = await new Promise<JobResult | JobFailed>((resolve) => (settle = resolve))
    clearTimeout(timer)
    return result
  }

  return {
    async run(job, schema, limitMs) {
      const asked = previous.then(() => ask(job, limitMs))
      previous = asked.catch(() => undefined)
      const result = await asked
      if (result instanceof JobFailed) throw result
      if (!result.ok) throw new JobFailed(result.error)
      return schema.parse(result.value)
    },
    generation: () => generation,
    stop: () => {
      isStopped = true
      return dropThread(new JobFailed('the server is stopping'))
    },
  }
}
