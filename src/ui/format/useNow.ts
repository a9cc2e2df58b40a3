import { createContext, use, useSyncExternalStore, useMemo } from 'react'
import { isPageVisible } from '#src/lib/page-visibility.ts'
import type { Observable } from 'rxjs'

/** Interval of `useNow` for times shown to the minute. */
export const MINUTE_MS = 60_000

/** One clock for all that is updated at the same interval, so that times on a screen never differ. */
export interface Clock {
  readonly subscribe: (listener: () => void) => () => void
  readonly now: () => number
}

function createClock(everyMs: number): Clock {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let now = Date.now()

  function update(): void {
    if (!isPageVisible()) return
    now = Date.now()
    for (const listener of listeners) listener()
  }

  function start(): void {
    now = Date.now()
    timer = setInterval(update, everyMs)
    document.addEventListener('visibilitychange', update)
  }

  function stop(): void {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', update)
  }

  return {
    subscribe(listener) {
      if (listeners.size === 0) start()
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
    now() {
      // It is not updated while it has no listeners; between two renders it must not change.
      if (listeners.size === 0 && Math.abs(Date.now() - now) >= everyMs) now = Date.now()
      return now
    },
  }
}

const clocks = new Map<number, Clock>()

function clockOf(everyMs: number): Clock {
  const clock = clocks.get(everyMs) ?? createClock(everyMs)
  clocks.set(everyMs, clock)
  return clock
}

/** The clock of a recording, for what is replayed of it. */
export const ClockContext = createContext<Clock | undefined>(undefined)

/** Returns a function that reads the time in unix ms, without updates. */
export const useClock = (): (() => number) => use(ClockContext)?.now ?? Date.now

/** The time in unix ms, updated every `everyMs` while the page is visible and when it becomes visible again. */
export function useNow(everyMs = 1_000): number {
  const clock = use(ClockContext) ?? clockOf(everyMs)
  return useSyncExternalStore(clock.subscribe, clock.now)
}

/** The value that an observable replays on subscription. */
function currentOf<T>(value$: Observable<T>): T {
  const seen: T[] = []
  value$.subscribe((value) => seen.push(value)).unsubscribe()
  const [value] = seen
  if (value === undefined) throw new Error('an observable without a current value')
  return value
}

/**
 * The current value of an observable that replays one, read anew only when `at` changes: for times that stand beside a clock
 * and must be of the same moment.
 */
export const useSampled = <T extends object>(value$: Observable<T>, at: unknown): T =>
  useMemo(() => ({ at, value: currentOf(value$) }), [value$, at]).value
