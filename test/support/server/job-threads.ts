import { EventEmitter } from 'node:events'
import type { JobThread } from '#server/jobs/thread.ts'

/** A thread that does what the test says. */
export interface FakeThread<Task, Message> {
  readonly task: Task
  /** What it was sent. */
  readonly orders: readonly unknown[]
  send(message: Message): void
  /** Ends without a message, as one that ran out of memory. */
  crash(): void
  isTerminated(): boolean
}

/** Starts threads in the hand of a test. */
export function fakeThreads<Task, Message>(): {
  readonly started: FakeThread<Task, Message>[]
  readonly start: (task: Task) => JobThread
} {
  const started: FakeThread<Task, Message>[] = []
  return {
    started,
    start(task) {
      const events = new EventEmitter()
      const orders: unknown[] = []
      let isTerminated = false
      started.push({
        task,
        orders,
        send: (message) => void events.emit('message', message),
        crash: () => void events.emit('exit', 1),
        isTerminated: () => isTerminated,
      })
      return Object.assign(events, {
        unref() {},
        postMessage: (order: unknown) => void orders.push(order),
        async terminate() {
          isTerminated = true
          events.emit('exit', 1)
          return 1
        },
      })
    },
  }
}
