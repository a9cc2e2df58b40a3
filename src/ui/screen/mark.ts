/** Adds an element that is positioned over a canvas by `placeMark`. */
export function addMark<K extends 'div' | 'canvas'>(parent: HTMLElement, tag: K, className: string) {
  const mark = parent.appendChild(document.createElement(tag))
  mark.className = className
  return mark
}

/** Moves a mark to a position in its parent (px) by transform, which avoids layout; sets the text only if it changed. */
export function placeMark(mark: HTMLElement, x: number, y: number, text?: string): void {
  mark.style.transform = `translate(${x}px,${y}px)`
  if (text !== undefined && mark.textContent !== text) mark.textContent = text
}
