import { EventEmitter } from 'node:events'
import { importFindingsSchema } from '#contract/candle-imports.ts'
import type { ImportThread } from '#server/market/imports/reading.ts'
import type { ImportMessage, ImportOrder, ImportTask } from '#server/market/imports/protocol.ts'
import { stageImport } from '#server/market/library/stage.ts'

/** A thread that does what the test says. */
export interface FakeImportThread {
  readonly task: ImportTask
  readonly orders: readonly ImportOrder[]
  /** Reports that half of the file is read. */
  half(): void
  /** Reads the file and says how that went, as the real thread does. */
  finish(): Promise<void>
  /** Ends without a message, as one that ran out of memory. */
  crash(): void
  isTerminated(): boolean
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
export function fakeImportThreads(): {
  readonly started: FakeImportThread[]
  readonly start: (task: ImportTask) => ImportThread
} {
  const started: FakeImportThread[] = []
  return {
    started,
    start(task) {
      const events = new EventEmitter()
      const orders: ImportOrder[] = []
      let isTerminated = false
      const send = (message: ImportMessage) => void events.emit('message', message)
      started.push({
        task,
        orders,
        half: () => send({ kind: 'progress', progress: 0.5, findings: FOUND }),
        async finish() {
          try {
            send({ kind: 'staged', ...(await stageImport(task)) })
          } catch (error) {
            send({ kind: 'failed', reason: String(error) })
          }
        },
        crash: () => void events.emit('exit', 1),
        isTerminated: () => isTerminated,
      })
      return Object.assign(events, {
        unref() {},
        postMessage: (order: ImportOrder) => void orders.push(order),
        async terminate() {
          isTerminated = true
          events.emit('exit', 1)
          return 1
        },
      })
    },
  }
}
