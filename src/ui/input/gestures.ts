/** A finger that stays where it is for this long asks for something else than a move. */
const HOLD_MS = 450

/** A finger that is held still. */
interface Hold {
  /** Whether it has been held for long enough. */
  readonly isHeld: boolean
  /** Whether it is held, or may still be. */
  readonly isTouching: boolean
  /** A finger was put down. */
  readonly begin: (onHeld: () => void) => void
  /** It has moved before, or was lifted. */
  readonly end: () => void
}

/** Ends when the signal aborts. */
function createHold(signal: AbortSignal): Hold {
  let state: 'none' | 'waiting' | 'held' = 'none'
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = () => {
    clearTimeout(timer)
    state = 'none'
  }
  signal.addEventListener('abort', end)
  return {
    get isHeld() {
      return state === 'held'
    },
    get isTouching() {
      return state !== 'none'
    },
    begin(onHeld) {
      state = 'waiting'
      timer = setTimeout(() => {
        state = 'held'
        onHeld()
      }, HOLD_MS)
    },
    end,
  }
}

/** What follows a press that something was grabbed with; positions in px of the listening element. */
export interface Drag {
  moveTo(x: number, y: number): void
  /** Without movement, the press counts as one too. */
  end?(hasMoved: boolean): void
}

/** Handlers for pointer gestures. Distances and positions in px of the listening element. */
export interface GestureHandlers {
  panBy(px: number): void
  zoomAt(factor: number, x: number): void
  /** Pointer position; without arguments the pointer has left. */
  point(x?: number, y?: number): void
  /** A press without movement. */
  press?(x: number, y: number): void
  /** A press begins. What is returned gets its movements, which otherwise pan. */
  grab?(x: number, y: number, how: { readonly shiftKey: boolean; readonly isTouch: boolean }): Drag | undefined
}

/** Zoom factor per px of wheel movement. */
const WHEEL_ZOOM = 1.0015
const LINE_PX = 16
const PINCH_GAIN = 6
/** Movement below which a touch counts as a tap. */
const TAP_PX = 6

interface Pointer {
  readonly x: number
  readonly y: number
  /** Way so far, px. */
  readonly moved: number
}

/** Middle of the pressed pointers, and how far they are apart. */
function pinchOf(pointers: ReadonlyMap<number, Pointer>) {
  const places = [...pointers.values()]
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  return { middle: (left + right) / 2, span: Math.max(1, Math.hypot(right - left, bottom - top)) }
}

/**
 * Wheel and pinch zoom, drag, two fingers and horizontal wheel pan, hover and tap point, and so does a finger that was held
 * still. Listens until the signal aborts.
 */
export function listenToGestures(element: HTMLElement, target: GestureHandlers, signal: AbortSignal): void {
  const pointers = new Map<number, Pointer>()
  const hold = createHold(signal)
  let drag: Drag | undefined

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return
    const { pointerId, pointerType, shiftKey, offsetX: x, offsetY: y } = event
    element.setPointerCapture(pointerId)
    pointers.set(pointerId, { x, y, moved: 0 })
    const isTouch = pointerType === 'touch'
    hold.end()
    if (pointers.size > 1) {
      drag?.end?.(true)
      drag = undefined
      return
    }
    drag = target.grab?.(x, y, { shiftKey, isTouch })
    if (isTouch && !drag) hold.begin(() => target.point(x, y))
  }
  const move = ({ pointerId, pointerType, offsetX: x, offsetY: y }: PointerEvent) => {
    if (pointerType !== 'touch' || hold.isHeld) target.point(x, y)
    const pointer = pointers.get(pointerId)
    if (!pointer) return
    const before = pinchOf(pointers)
    const moved = pointer.moved + Math.abs(x - pointer.x) + Math.abs(y - pointer.y)
    pointers.set(pointerId, { x, y, moved })
    if (drag) drag.moveTo(x, y)
    if (drag || hold.isHeld) return
    if (moved >= TAP_PX) hold.end()
    const after = pinchOf(pointers)
    if (pointers.size > 1) target.zoomAt(before.span / after.span, after.middle)
    target.panBy(after.middle - before.middle)
  }
  const up = ({ pointerId, pointerType, offsetX, offsetY }: PointerEvent) => {
    const pointer = pointers.get(pointerId)
    const wasHeld = hold.isHeld
    pointers.delete(pointerId)
    hold.end()
    const hasMoved = !pointer || pointer.moved >= TAP_PX
    drag?.end?.(hasMoved)
    drag = undefined
    if (hasMoved || wasHeld) return
    if (pointerType === 'touch') target.point(offsetX, offsetY)
    target.press?.(offsetX, offsetY)
  }
  const cancel = ({ pointerId }: PointerEvent) => {
    pointers.delete(pointerId)
    hold.end()
    drag?.end?.(true)
    drag = undefined
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
  /** The page would scroll under a finger that drags something up or down. */
  const keepPage = (event: TouchEvent) => {
    if ((drag || hold.isHeld) && event.cancelable) event.preventDefault()
  }
  /** A finger that is held still is not asking for the browser's menu. */
  const keepMenuClosed = (event: Event) => {
    if (pointers.size > 0 && hold.isTouching) event.preventDefault()
  }
  element.addEventListener('pointerdown', down, { signal })
  element.addEventListener('pointermove', move, { signal })
  element.addEventListener('pointerup', up, { signal })
  element.addEventListener('pointercancel', cancel, { signal })
  element.addEventListener('pointerleave', leave, { signal })
  element.addEventListener('wheel', wheel, { signal, passive: false })
  element.addEventListener('touchmove', keepPage, { signal, passive: false })
  element.addEventListener('contextmenu', keepMenuClosed, { signal })
}
