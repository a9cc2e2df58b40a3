import type { ModelEnding } from '#contract/models/upload.ts'
import type { JobThread } from '#server/jobs/thread.ts'
import { examinationSchema, type Examination } from './protocol.ts'
import { createJobRunner, JobFailed } from './job-runner.ts'

const failure = (reason: string, text: string): Examination => ({
  facts: { ok: false, status: 422, reason, text },
  unfit: [],
  trialMs: null,
})

/**
 * Examines files one at a time, each in its own thread, so that a file that damages its thread affects no other.
 */
export function createExaminer(start: () => JobThread, limitMs: number) {
  let previous: Promise<unknown> = Promise.resolve()

  async function examine(path: string, ending: ModelEnding): Promise<Examination> {
    const runner = createJobRunner(start)
    try {
      return await runner.run({ kind: 'examine', path, ending }, examinationSchema, limitMs)
    } catch (error) {
      if (!(error instanceof JobFailed)) throw error
      return error.timedOut
        ? failure('too_slow', `The model was rejected: inspecting and testing it took longer than ${limitMs / 1000} s.`)
        : failure('unreadable', `The model could not be inspected: ${error.message}.`)
    } finally {
      await runner.stop()
    }
  }

  return (path: string, ending: ModelEnding): Promise<Examination> => {
    const examined = previous.then(() => examine(path, ending))
    previous = examined.catch(() => undefined)
    return examined
  }
}
