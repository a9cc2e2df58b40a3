/** A finger that stays where it is for this long asks for something else than a move. */
const HOLD_MS = 450

/** A finger that is held still. */
export interface Hold {
  /** Whether it has been held for long enough. */
  readonly isHeld: boolean
  /** Whether it is held, or may still be. */
  readonly isTouching: boolean
  /** A finger was put down. */
  readonly begin: (onHeld: () => void) => void
  /** It has moved before, or was lifted. */
  readonly end: () => void
}

/** Ends when the signal aborts. */
export function createHold(signal: AbortSignal): Hold {
  let state: 'none' | 'waiting' | 'held' = 'none'
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    state = 'none'
  }
  signal.addEventListener('abort', end)
  return {
    get isHeld() {
      return state === 'held'
    },
    get isTouching() {
      return state !== 'none'
    },
    begin(onHeld) {
      state = 'waiting'
      timer = setTimeout(() => {
        state = 'held'
        onHeld()
      }, HOLD_MS)
    },
    end,
  }
}
