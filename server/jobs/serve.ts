import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { jobOrderSchema, type JobMessage } from './protocol.ts'

/** How often progress is sent. */
const EVERY_MS = 100

/** What a job is given beside its task. */
export interface JobContext<Progress> {
  /** Sends the progress, unless some was sent just before and it is not urgent. */
  readonly onProgress: (progress: Progress, isUrgent?: boolean) => void
  /** To be awaited before each part: resolves once the job is not paused. */
  readonly whenDue: () => Promise<void>
}

/**
 * Runs the one job of this thread. If it throws, the message of the error is shown to the user, or what `reasons` has for its
 * code.
 */
export async function serveJob<Task, Progress, Result>(
  taskSchema: z.ZodMiniType<Task>,
  run: (task: Task, context: JobContext<Progress>) => Promise<Result>,
  reasons: Readonly<Record<string, string>> = {},
): Promise<void> {
  const port = parentPort
  if (!port) throw new Error('This file runs as a worker thread only')
  const send = (message: JobMessage<Progress, Result>) => port.postMessage(message)
  let order: z.infer<typeof jobOrderSchema> = 'resume'
  const isPaused = () => order === 'pause'
  let sentAt = -Infinity
  const latest: { message?: JobMessage<Progress, Result> } = {}
  const reasonOf = (error: unknown): string => {
    if (!(error instanceof Error)) return 'It failed for an unknown reason.'
    return ('code' in error && typeof error.code === 'string' && reasons[error.code]) || error.message
  }
  port.on('message', (content) => {
    order = jobOrderSchema.parse(content)
  })
  try {
    const result = await run(z.parse(taskSchema, workerData), {
      onProgress(progress, isUrgent = isPaused()) {
        latest.message = { kind: 'progress', progress }
        const now = performance.now()
        if (now - sentAt < EVERY_MS && !isUrgent) return
        sentAt = now
        send(latest.message)
      },
      async whenDue() {
        while (isPaused()) await once(port, 'message')
      },
    })
    send({ kind: 'done', result })
  } catch (error) {
    if (latest.message) send(latest.message)
    send({ kind: 'failed', reason: reasonOf(error) })
  } finally {
    port.close()
  }
}
