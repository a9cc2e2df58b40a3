import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work that lets others have their turn. */
export interface Turns {
  /** Gives the turn away when it has lasted long enough. */
  next(): Promise<void>
}

/** Short, because the engine may have to collect garbage on top of it. */
const TURN_MS = 2

export function createTurns(now: () => number = () => performance.now()): Turns {
  let began = now()
  return {
    async next() {
      if (now() - began < TURN_MS) return
      await nextTurn()
      began = now()
    },
  }
}
