import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Lets long work yield to the event loop. */
export interface Yielder {
  /** Yields if the current time slice is used up. */
  yieldIfDue(): Promise<void>
}

/** Short, because garbage collection may be added to it. */
const SLICE_MS = 2

export function createYielder(now: () => number = () => performance.now()): Yielder {
  let began = now()
  return {
    async yieldIfDue() {
      if (now() - began < SLICE_MS) return
      await yieldToEventLoop()
      began = now()
    },
  }
}
