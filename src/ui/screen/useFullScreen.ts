import { useCallback, useEffect, useState } from 'react'

/** Whether an element fills the window, and a stable function that changes it. */
export type FullScreen = readonly [isFull: boolean, setFull: (isFull: boolean) => void]

/**
 * For an element that covers the page while it is full: the page itself takes the screen, where the browser allows it, so that
 * menus and dialogs stay above it. Escape ends it.
 */
export function useFullScreen(): FullScreen {
  const [isFull, setIsFull] = useState(false)
  useEffect(() => {
    if (!isFull) return undefined
    const controller = new AbortController()
    const { signal } = controller
    const leave = () => setIsFull(false)
    const onChange = () => {
      if (document.fullscreenElement === null) leave()
    }
    document.addEventListener('fullscreenchange', onChange, { signal })
    // Where the browser does not take the screen, it does not end it either. What has used the key has prevented its default.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave()
    }
    document.addEventListener('keydown', onKey, { signal })
    document.documentElement.requestFullscreen?.().catch(() => undefined)
    return () => {
      controller.abort()
      if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined)
    }
  }, [isFull])
  return [isFull, useCallback((next: boolean) => setIsFull(next), [])]
}
