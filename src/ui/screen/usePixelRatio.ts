import { useEffect, useState } from 'react'

/** Device pixels per CSS px; follows zoom and moves between screens. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio)
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`)
    const change = () => setRatio(devicePixelRatio)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [ratio])
  return ratio
}
