import { useEffect, useState } from 'react'

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
  /** A label that would be hidden in part, and is hidden whole: its middle, in px from that of the tag. */
  readonly hides?: { readonly at: number; readonly height: number; readonly fill: string } | undefined
}

/** Height of a tag. */
export const TAG_PX = 18

/** Draws one line of text in the middle of a canvas. DOM text would trigger layout on every change. */
export function drawTag(canvas: HTMLCanvasElement, size: CanvasSize, text: string, style: TagStyle): void {
  const context = clearCanvas(canvas, size)
  if (!context) return
  const middle = size.height / 2
  if (style.hides) {
    const { at, height, fill } = style.hides
    context.fillStyle = fill
    context.fillRect(0, middle + at - height / 2, size.width, height)
  }
  context.fillStyle = style.fill
  context.fillRect(0, middle - TAG_PX / 2, size.width, TAG_PX)
  context.fillStyle = style.textColor
  context.font = style.font
  context.textBaseline = 'middle'
  context.fillText(text, style.inset, middle)
}

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

/** Loads a font (CSS shorthand) for canvas use. Calls `onLoad` once; not if the font was loaded already or fails to load. */
export function loadFont(font: string, onLoad: () => void): void {
  if (!document.fonts.check(font)) void document.fonts.load(font).then(onLoad, () => undefined)
}

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

/** Device pixels per CSS px; follows zoom and moves between screens. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(devicePixelRatio)
  useEffect(() => {
    const query = matchMedia(`(resolution: ${ratio}dppx)`)
    const change = () => setRatio(devicePixelRatio)
    query.addEventListener('change', change)
    return () => query.removeEventListener('change', change)
  }, [ratio])
  return ratio
}
