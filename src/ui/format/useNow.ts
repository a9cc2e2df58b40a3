import { useEffect, useState } from 'react'

/**
 * Wall time in unix milliseconds, renewed every `everyMs` and when a hidden page is shown again: nobody reads it meanwhile.
 * One timer per user: use it high up.
 */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const update = () => {
      if (document.visibilityState === 'visible') setNow(Date.now())
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
