import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Long work that lets others have their turn. */
export interface Yielder {
  /** Gives the turn away when it has lasted long enough. */
  yieldIfDue(): Promise<void>
}

/** Short, because the engine may have to collect garbage on top of it. */
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
