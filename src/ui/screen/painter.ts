/**
 * Collects which parts of a picture are stale and paints them in the next animation frame, together and at most once per
 * frame. While the tab is hidden or the element is scrolled away they are only remembered, and painted once when somebody
 * looks again. What `paint` throws goes to `fail`. Returns how to call parts stale; ends with the signal.
 */
export function createPainter<Part>(
  element: HTMLElement,
  signal: AbortSignal,
  fail: (error: unknown) => void,
  paint: (stale: ReadonlySet<Part>) => void,
): (...parts: readonly Part[]) => void {
  let stale = new Set<Part>()
  let onScreen = true
  let pending = 0
  const run = () => {
    const parts = stale
    stale = new Set()
    pending = 0
    try {
      paint(parts)
    } catch (error) {
      fail(error)
    }
  }
  const schedule = () => {
    if (stale.size > 0 && onScreen && !document.hidden) pending ||= requestAnimationFrame(run)
  }
  const sight = new IntersectionObserver((entries) => {
    onScreen = entries.at(-1)?.isIntersecting ?? true
    schedule()
  })
  sight.observe(element)
  document.addEventListener('visibilitychange', schedule, { signal })
  signal.addEventListener('abort', () => {
    sight.disconnect()
    cancelAnimationFrame(pending)
    onScreen = false
  })
  return (...parts) => {
    for (const part of parts) stale.add(part)
    schedule()
  }
}
