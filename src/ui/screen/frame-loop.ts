/**
 * Collects invalidated parts and paints them together, at most once per animation frame. While the tab is hidden or the element
 * is scrolled out of view, painting is deferred until it is visible again. Errors thrown by `paint` go to `onError`. Returns
 * `invalidate`; stops when the signal aborts.
 */
export function createFrameLoop<Part>(
  element: HTMLElement,
  signal: AbortSignal,
  onError: (error: unknown) => void,
  paint: (dirty: ReadonlySet<Part>) => void,
): (...parts: readonly Part[]) => void {
  let dirty = new Set<Part>()
  let isOnScreen = true
  let pending = 0
  const runFrame = () => {
    const parts = dirty
    dirty = new Set()
    pending = 0
    try {
      paint(parts)
    } catch (error) {
      onError(error)
    }
  }
  const schedule = () => {
    if (dirty.size > 0 && isOnScreen && !document.hidden) pending ||= requestAnimationFrame(runFrame)
  }
  const observer = new IntersectionObserver((entries) => {
    isOnScreen = entries.at(-1)?.isIntersecting ?? true
    schedule()
  })
  observer.observe(element)
  document.addEventListener('visibilitychange', schedule, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    cancelAnimationFrame(pending)
    isOnScreen = false
  })
  return (...parts) => {
    for (const part of parts) dirty.add(part)
    schedule()
  }
}
