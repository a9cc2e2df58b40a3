/** A small canvas that is moved over the chart by a transform; each write to the document is left out when nothing changed. */
export function createPad(parent: HTMLElement, className: string) {
  const element = parent.appendChild(document.createElement('canvas'))
  element.className = className
  const pen = element.getContext('2d')
  let place = ''
  return {
    element,
    /** Sized in CSS px and cleared, ready to paint on; undefined where canvases cannot be had. */
    clear(width: number, height: number, pixelRatio: number): CanvasRenderingContext2D | null {
      const [columns, rows] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
      if (element.width !== columns || element.height !== rows) {
        element.width = columns
        element.height = rows
        element.style.width = `${width}px`
        element.style.height = `${height}px`
        pen?.scale(pixelRatio, pixelRatio)
      }
      pen?.clearRect(0, 0, width, height)
      return pen
    },
    move(x: number, y: number): void {
      const next = `translate(${x}px,${y}px)`
      if (next !== place) element.style.transform = place = next
    },
  }
}
