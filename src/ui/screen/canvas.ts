/** Size in CSS px, and device pixels per CSS px. */
export interface CanvasSize {
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

/** Resizes and clears a canvas and returns its 2D context; null if canvas is unavailable. */
export function clearCanvas(canvas: HTMLCanvasElement, { width, height, pixelRatio }: CanvasSize) {
  const context = canvas.getContext('2d')
  const [columns, rows] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
  if (canvas.width !== columns || canvas.height !== rows) {
    Object.assign(canvas, { width: columns, height: rows })
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
    context?.scale(pixelRatio, pixelRatio)
  }
  context?.clearRect(0, 0, width, height)
  return context
}

export interface TagStyle {
  readonly fill: string
  readonly textColor: string
  /** CSS font shorthand. */
  readonly font: string
  /** Left padding of the text, in px. */
  readonly inset: number
}

/** Fills a canvas and draws one line of text. DOM text would trigger layout on every change. */
export function drawTag(canvas: HTMLCanvasElement, size: CanvasSize, text: string, style: TagStyle): void {
  const context = clearCanvas(canvas, size)
  if (!context) return
  context.fillStyle = style.fill
  context.fillRect(0, 0, size.width, size.height)
  context.fillStyle = style.textColor
  context.font = style.font
  context.textBaseline = 'middle'
  context.fillText(text, style.inset, size.height / 2)
}
