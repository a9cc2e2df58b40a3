/** What pointers do to a chart. Distances and places in px of the listening element. */
export interface GestureTarget {
  panBy(px: number): void
  zoomAt(factor: number, x: number): void
  /** Where the crosshair is wanted; nothing given: nowhere. */
  point(x?: number, y?: number): void
}

/** Per px of wheel. */
const WHEEL_ZOOM = 1.0015
const LINE_PX = 16
const PINCH_GAIN = 6
/** A touch that moved less is a tap. */
const TAP_PX = 6

interface Held {
  x: number
  y: number
  moved: number
}

/** Wheel and pinch zoom, drag and sideways wheel pan, hover or tap points. Listens until the signal aborts. */
export function listenToGestures(element: HTMLElement, target: GestureTarget, signal: AbortSignal): void {
  const held = new Map<number, Held>()
  const span = () => {
    const [a, b] = [...held.values()]
    return a && b ? { px: Math.max(1, Math.abs(a.x - b.x)), x: (a.x + b.x) / 2 } : undefined
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    held.set(event.pointerId, { x: event.offsetX, y: event.offsetY, moved: 0 })
  }
  const move = (event: PointerEvent) => {
    const { offsetX: x, offsetY: y } = event
    const pointer = held.get(event.pointerId)
    if (event.pointerType !== 'touch') target.point(x, y)
    if (!pointer) return
    const before = span()
    const dx = x - pointer.x
    held.set(event.pointerId, { x, y, moved: pointer.moved + Math.abs(dx) })
    const after = span()
    if (before && after) target.zoomAt(before.px / after.px, after.x)
    target.panBy(held.size > 1 && before && after ? after.x - before.x : dx)
  }
  const up = (event: PointerEvent) => {
    const pointer = held.get(event.pointerId)
    held.delete(event.pointerId)
    if (event.pointerType === 'touch' && pointer && pointer.moved < TAP_PX) target.point(pointer.x, pointer.y)
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') target.point()
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    // a pinch on a touch pad comes as small steps with Control
    const zoom = event.ctrlKey ? PINCH_GAIN * px : px
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) target.panBy(-event.deltaX * px)
    else target.zoomAt(WHEEL_ZOOM ** (event.deltaY * zoom), event.offsetX)
  }
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', (event) => held.delete(event.pointerId), { signal })
  element.addEventListener('pointerleave', leave, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
}
