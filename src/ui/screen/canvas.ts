/** A size in CSS px, and how many device pixels stand for one of them. */
export interface CanvasSize {
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

/** The context of a canvas, which is made as large as asked, and cleared; null where canvases cannot be had. */
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
  /** As CSS writes it. */
  readonly font: string
  /** From the left edge to the text, in px. */
  readonly inset: number
}

/** Fills a canvas and writes a line of text into it: a text in the document would be laid out anew whenever it changes. */
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
