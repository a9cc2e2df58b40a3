/** Calls `onChange` whenever the element's size changes, until the signal aborts. */
export function observeSize(element: HTMLElement, signal: AbortSignal, onChange: () => void): void {
  const size = () => `${element.clientWidth} ${element.clientHeight}`
  let previous = size()
  const observer = new ResizeObserver(() => {
    if (size() === previous) return
    previous = size()
    onChange()
  })
  observer.observe(element)
  signal.addEventListener('abort', () => observer.disconnect())
}
