/** Calls whenever an element has another size than before, until the signal aborts. */
export function watchSize(element: HTMLElement, signal: AbortSignal, changed: () => void): void {
  const size = () => `${element.clientWidth} ${element.clientHeight}`
  let before = size()
  const observer = new ResizeObserver(() => {
    if (size() === before) return
    before = size()
    changed()
  })
  observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
}
