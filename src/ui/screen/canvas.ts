/** A size in CSS px, and how many device pixels stand for one of them. */
export interface CanvasSize {
  readonly width: number
  readonly height: number
  readonly pixelRatio: number
}

/** The context of a canvas, which is made as large as asked, and cleared; null where canvases cannot be had. */
export function clearCanvas(canvas: HTMLCanvasElement, { width, height, pixelRatio }: CanvasSize) {
  const pen = canvas.getContext('2d')
  const [columns, rows] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)]
  if (canvas.width !== columns || canvas.height !== rows) {
    Object.assign(canvas, { width: columns, height: rows })
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
    pen?.scale(pixelRatio, pixelRatio)
  }
  pen?.clearRect(0, 0, width, height)
  return pen
}

export interface TagLook {
  readonly fill: string
  readonly ink: string
  /** As CSS writes it. */
  readonly font: string
  /** From the left edge to the text, in px. */
  readonly inset: number
}

/** Fills a canvas and writes a line of text into it: a text in the document would be laid out anew whenever it changes. */
export function paintTag(canvas: HTMLCanvasElement, size: CanvasSize, text: string, look: TagLook): void {
  const pen = clearCanvas(canvas, size)
  if (!pen) return
  pen.fillStyle = look.fill
  pen.fillRect(0, 0, size.width, size.height)
  pen.fillStyle = look.ink
  pen.font = look.font
  pen.textBaseline = 'middle'
  pen.fillText(text, look.inset, size.height / 2)
}
