/**
 * Runs `paint` in the animation frame after a request, at most once per frame. While the tab is hidden or the element is
 * scrolled away a request is only remembered, and honoured once when somebody looks again.
 */
export function createScreen(element: HTMLElement, signal: AbortSignal, paint: () => void) {
  let wanted = false
  let onScreen = true
  let pending = 0
  const run = () => {
    pending = 0
    wanted = false
    paint()
  }
  const schedule = () => {
    if (wanted && onScreen && !document.hidden) pending ||= requestAnimationFrame(run)
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
  return () => {
    wanted = true
    schedule()
  }
}
