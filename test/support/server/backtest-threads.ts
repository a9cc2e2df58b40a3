import { EventEmitter } from 'node:events'
import type { BacktestThread } from '#server/backtests/jobs/runner.ts'
import type { BacktestTask, WorkerMessage } from '#server/backtests/worker/protocol.ts'

/** A thread that does what the test says. */
export interface FakeThread {
  readonly task: BacktestTask
  send(message: WorkerMessage): void
  /** Ends without a message, as one that ran out of memory. */
  crash(): void
  isTerminated(): boolean
}

/** Starts threads in the hand of a test. */
export function fakeThreads(): {
  readonly started: FakeThread[]
  readonly start: (task: BacktestTask) => BacktestThread
} {
  const started: FakeThread[] = []
  return {
    started,
    start(task) {
      const events = new EventEmitter()
      let isTerminated = false
      const thread = Object.assign(events, {
        unref() {},
        async terminate() {
          isTerminated = true
          events.emit('exit', 1)
          return 1
        },
      })
      started.push({
        task,
        send: (message) => void events.emit('message', message),
        crash: () => void events.emit('exit', 1),
        isTerminated: () => isTerminated,
      })
      return thread
    },
  }
}
