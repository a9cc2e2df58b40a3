import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Lets long work yield to the event loop. */
export interface Yielder {
  /** Yields if the current time slice is used up. */
  yieldIfDue(): Promise<void>
}

/**
 * @param sliceMs length of a slice; choose it short, because garbage collection may be added to it
 * @param now monotonic clock in milliseconds
 */
export function createYielder(sliceMs: number, now: () => number = () => performance.now()): Yielder {
  let began = now()
  return {
    async yieldIfDue() {
      if (now() - began < sliceMs) return
      await yieldToEventLoop()
      began = now()
    },
  }
}
