/** A node over a picture that is only ever moved, painted and refilled. */
export function addMark<K extends 'div' | 'canvas'>(parent: HTMLElement, tag: K, className: string) {
  const mark = parent.appendChild(document.createElement(tag))
  mark.className = className
  return mark
}

/** To a place in px of its parent, by a transform, which lays nothing out; its text only when it is another. */
export function placeMark(mark: HTMLElement, x: number, y: number, text?: string): void {
  mark.style.transform = `translate(${x}px,${y}px)`
  if (text !== undefined && mark.textContent !== text) mark.textContent = text
}
