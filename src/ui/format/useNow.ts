import { useEffect, useState } from 'react'
import { isPageVisible } from '#src/lib/page-visibility.ts'

/** Interval of `useNow` for times shown to the minute. */
export const MINUTE_MS = 60_000

/**
 * Wall clock in unix ms, updated every `everyMs` while the page is visible and when it becomes visible again. Each call has its
 * own timer: use it high up in the tree.
 */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const update = () => {
      if (isPageVisible()) setNow(Date.now())
    }
    const timer = setInterval(update, everyMs)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
    }
  }, [everyMs])
  return now
}
