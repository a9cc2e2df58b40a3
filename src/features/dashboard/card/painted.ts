import { useEffect, useState } from 'react'

/** When the newest message was first painted (unix ms, wall time): told to whoever subscribes, at no cost to others. */
export interface Painted {
  readonly get: () => number | undefined
  readonly subscribe: (listener: () => void) => () => void
}

function createPainted() {
  const listeners = new Set<() => void>()
  let at: number | undefined
  return {
    get: () => at,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(next: number | undefined): void {
      at = next
      for (const listener of listeners) listener()
    },
  }
}

/** Follows when each new message reaches the screen, without painting anything itself. */
export function usePainted(message: string): Painted {
  const [painted] = useState(createPainted)
  useEffect(() => {
    painted.set(undefined)
    const frame = requestAnimationFrame(() => painted.set(Date.now()))
    return () => cancelAnimationFrame(frame)
  }, [painted, message])
  return painted
}
