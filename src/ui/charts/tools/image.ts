import { canvasFont, CANVAS_FONT_PX, type CanvasTheme } from '../../theme/canvas.ts'

const HEADER_PX = 30
const INSET_PX = 8

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const isShown = (element: Element): boolean => element.checkVisibility() && element.clientWidth > 0

/** Paints the background and the text of an element, a line of it each. */
function paintElement(context: CanvasRenderingContext2D, element: Element, { x, y, width, height }: Box): void {
  const { backgroundColor, color, font, lineHeight, paddingLeft } = getComputedStyle(element)
  context.fillStyle = backgroundColor
  context.fillRect(x, y, width, height)
  const line = getComputedStyle(element, '::before')
  if (line.content !== 'none') {
    context.globalAlpha = Number(line.opacity)
    context.fillStyle = line.backgroundColor
    context.fillRect(x, y + Number.parseFloat(line.top), width, Number.parseFloat(line.height))
    context.globalAlpha = 1
  }
  const text = [...element.childNodes].filter((node) => node instanceof Text).map(({ data }) => data)
  const rowPx = Number.parseFloat(lineHeight) || CANVAS_FONT_PX + 4
  context.font = font
  context.fillStyle = color
  context.textBaseline = 'middle'
  for (const [index, row] of text.join('').split('\n').entries())
    context.fillText(row, x + (Number.parseFloat(paddingLeft) || 0), y + (index + 0.5) * rowPx)
}

/** Leaves out what ancestors of an element up to `root` hide of it. */
function clipToAncestors(
  context: CanvasRenderingContext2D,
  element: Element,
  root: HTMLElement,
  origin: DOMRect,
): void {
  for (let around = element.parentElement; around && around !== root; around = around.parentElement) {
    if (getComputedStyle(around).overflow !== 'hidden') continue
    const { x, y, width, height } = around.getBoundingClientRect()
    context.beginPath()
    context.rect(x - origin.x, y - origin.y, width, height)
    context.clip()
  }
}

/**
 * An image of a chart as it is seen: its canvases and what lies over them, in their order, below a line that says what it is.
 * @param root the element around the chart
 * @param pixelRatio device pixels per CSS px
 */
export function drawImage(root: HTMLElement, title: string, theme: CanvasTheme, pixelRatio: number): HTMLCanvasElement {
  const origin = root.getBoundingClientRect()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, {
    width: Math.round(origin.width * pixelRatio),
    height: Math.round((origin.height + HEADER_PX) * pixelRatio),
  })
  const context = canvas.getContext('2d')
  if (!context) return canvas
  context.scale(pixelRatio, pixelRatio)
  context.fillStyle = theme.background
  context.fillRect(0, 0, origin.width, origin.height + HEADER_PX)
  context.font = canvasFont(theme, 600)
  context.fillStyle = theme.text
  context.textBaseline = 'middle'
  context.fillText(title, INSET_PX, HEADER_PX / 2, origin.width - 2 * INSET_PX)
  context.translate(0, HEADER_PX)
  for (const element of root.querySelectorAll('canvas, [role="slider"] > div')) {
    if (!isShown(element)) continue
    const rect = element.getBoundingClientRect()
    const box = { x: rect.x - origin.x, y: rect.y - origin.y, width: rect.width, height: rect.height }
    context.save()
    clipToAncestors(context, element, root, origin)
    if (!(element instanceof HTMLCanvasElement)) paintElement(context, element, box)
    else if (element.width > 0 && element.height > 0) context.drawImage(element, box.x, box.y, box.width, box.height)
    context.restore()
  }
  return canvas
}

/** The image as a PNG; undefined where the browser makes none. */
export const toPng = (canvas: HTMLCanvasElement): Promise<Blob | undefined> =>
  new Promise((done) => {
    canvas.toBlob((blob) => done(blob ?? undefined), 'image/png')
  })
