/**
 * Collects which parts of a picture are stale and paints them in the next animation frame, together and at most once per
 * frame. While the tab is hidden or the element is scrolled away they are only remembered, and painted once when somebody
 * looks again. What `paint` throws goes to `fail`. Returns how to call parts stale; ends with the signal.
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
