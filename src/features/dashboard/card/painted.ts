import { useEffect, useState, useSyncExternalStore } from 'react'

/** A message and when it was first painted (unix ms, wall time). */
interface Painting {
  readonly message: string
  readonly at: number
}

/** The newest painting: told to whoever looks, at no cost to others. */
export interface Paintings {
  readonly get: () => Painting | undefined
  readonly subscribe: (listener: () => void) => () => void
}

function createPaintings() {
  const listeners = new Set<() => void>()
  let newest: Painting | undefined
  return {
    get: () => newest,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    add(painting: Painting): void {
      newest = painting
      for (const listener of listeners) listener()
    },
  }
}

/** Follows when each new message reaches the screen, without painting anything itself. */
export function usePaintings(message: string): Paintings {
  const [paintings] = useState(createPaintings)
  useEffect(() => {
    const frame = requestAnimationFrame(() => paintings.add({ message, at: Date.now() }))
    return () => cancelAnimationFrame(frame)
  }, [paintings, message])
  return paintings
}

/** When a message was painted; undefined until then. */
export function usePaintedAt({ subscribe, get }: Paintings, message: string): number | undefined {
  const newest = useSyncExternalStore(subscribe, get)
  return newest?.message === message ? newest.at : undefined
}
