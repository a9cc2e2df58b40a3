/** Handlers for pointer gestures. Distances and positions in px of the listening element. */
export interface GestureHandlers {
  panBy(px: number): void
  zoomAt(factor: number, x: number): void
  /** Pointer position; without arguments the pointer has left. */
  point(x?: number, y?: number): void
  /** A press without movement. */
  press?(x: number, y: number): void
}

/** Zoom factor per px of wheel movement. */
const WHEEL_ZOOM = 1.0015
const LINE_PX = 16
const PINCH_GAIN = 6
/** Movement below which a touch counts as a tap. */
const TAP_PX = 6

/** Wheel and pinch zoom, drag and horizontal wheel pan, hover and tap point. Listens until the signal aborts. */
export function listenToGestures(element: HTMLElement, target: GestureHandlers, signal: AbortSignal): void {
  /** Pressed pointers with their position and total movement. */
  const pointers = new Map<number, { readonly x: number; readonly moved: number }>()
  const pinch = () => {
    const positions = [...pointers.values()].map(({ x }) => x)
    const [left, right] = [Math.min(...positions), Math.max(...positions)]
    return { middle: (left + right) / 2, span: Math.max(1, right - left) }
  }
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    element.setPointerCapture(event.pointerId)
    pointers.set(event.pointerId, { x: event.offsetX, moved: 0 })
  }
  const move = ({ pointerId, pointerType, offsetX: x, offsetY: y }: PointerEvent) => {
    if (pointerType !== 'touch') target.point(x, y)
    const pointer = pointers.get(pointerId)
    if (!pointer) return
    const before = pinch()
    pointers.set(pointerId, { x, moved: pointer.moved + Math.abs(x - pointer.x) })
    const after = pinch()
    if (pointers.size > 1) target.zoomAt(before.span / after.span, after.middle)
    target.panBy(after.middle - before.middle)
  }
  const up = ({ pointerId, pointerType, offsetX, offsetY }: PointerEvent) => {
    const pointer = pointers.get(pointerId)
    pointers.delete(pointerId)
    if (!pointer || pointer.moved >= TAP_PX) return
    if (pointerType === 'touch') target.point(offsetX, offsetY)
    target.press?.(offsetX, offsetY)
  }
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') target.point()
  }
  const wheel = (event: WheelEvent) => {
    event.preventDefault()
    const px = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1
    // browsers report a touchpad pinch as small wheel steps with Control
    const zoom = event.ctrlKey ? PINCH_GAIN * px : px
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) target.panBy(-event.deltaX * px)
    else target.zoomAt(WHEEL_ZOOM ** (event.deltaY * zoom), event.offsetX)
  }
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', (event) => pointers.delete(event.pointerId), { signal })
  element.addEventListener('pointerleave', leave, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
}
