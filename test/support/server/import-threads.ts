import { importFindingsSchema } from '#contract/candle-imports.ts'
import type { ImportMessage, ImportTask } from '#server/market/imports/protocol.ts'
import { stageImport } from '#server/market/library/stage.ts'
import { fakeThreads, type FakeThread } from './job-threads.ts'

/** A thread that does what the test says. */
export interface FakeImportThread extends FakeThread<ImportTask, ImportMessage> {
  /** Reports that half of the file is read. */
  half(): void
  /** Reads the file and says how that went, as the real thread does. */
  finish(): Promise<void>
}

const FOUND = importFindingsSchema.parse({
  minutes: 7,
  duplicates: 1,
  rejected: 1,
  skipped: [{ file: 'a', line: 3, reason: 'is odd' }],
  missing: 0,
  gaps: [],
  files: [],
})

/** Starts threads in the hand of a test. */
export function fakeImportThreads() {
  const { started: threads, start } = fakeThreads<ImportTask, ImportMessage>()
  const started: FakeImportThread[] = []
  return {
    started,
    start: (task: ImportTask) => {
      const thread = start(task)
      const fake = threads.at(-1)!
      started.push({
        ...fake,
        half: () => fake.send({ kind: 'progress', progress: { progress: 0.5, findings: FOUND } }),
        async finish() {
          try {
            fake.send({ kind: 'done', result: await stageImport(task) })
          } catch (error) {
            fake.send({ kind: 'failed', reason: String(error) })
          }
        },
      })
      return thread
    },
  }
}
