import { useEffect, useState } from 'react'

/**
 * Wall time in unix milliseconds, renewed every `everyMs` and when a hidden page is shown again: nobody reads it meanwhile.
 * One timer per user: use it high up.
 */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const renew = () => {
      if (document.visibilityState === 'visible') setNow(Date.now())
    }
    const timer = setInterval(renew, everyMs)
    document.addEventListener('visibilitychange', renew)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [everyMs])
  return now
}
