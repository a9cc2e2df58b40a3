import { useSyncExternalStore } from 'react'

function watch(changed: () => void): () => void {
  const end = new AbortController()
  const arm = () => {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`)
    const change = () => {
      changed()
      arm()
    }
    query.addEventListener('change', change, { once: true, signal: end.signal })
  }
  arm()
  return () => end.abort()
}

/** Device pixels per CSS pixel, followed over zoom and from screen to screen. */
export const usePixelRatio = (): number => useSyncExternalStore(watch, () => devicePixelRatio)
