import { setImmediate as nextTurn } from 'node:timers/promises'

/** Long work that lets others have their turn. */
export interface Turns {
  /** Gives the turn away when it has lasted long enough. */
  next(): Promise<void>
}

const TURN_MS = 5

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
