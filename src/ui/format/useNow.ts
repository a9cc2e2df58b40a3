import { useEffect, useState } from 'react'

/** Wall time in unix milliseconds, renewed every `everyMs`. One timer per user: use it high up. */
export function useNow(everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
