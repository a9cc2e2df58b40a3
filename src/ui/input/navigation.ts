import type { NAVIGATION_KEYS } from './chart-keys.ts'
import { type Drag, listenToGestures } from './gestures.ts'
import {
  bringIntoView,
  clamp,
  type Extent,
  fitted,
  initialView,
  isAtEnd,
  pan,
  reveal,
  scrollToEnd,
  shift,
  type View,
  zoom,
} from './viewport.ts'

/**
 * Handlers by key, named as in `aria-keyshortcuts`, with `Control+` also for the command key; a space separates keys with the
 * same handler: 'Enter Space'. Letters are capitals. Shift makes no difference, but is in the event.
 */
export type KeyBindings<Names extends string = string> = Readonly<Record<Names, (event: KeyboardEvent) => void>>

const NAMES = new Map([
  [' ', 'Space'],
  ['+', 'Plus'],
])
const nameOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'Control+' : ''}${NAMES.get(key) ?? (key.length === 1 ? key.toUpperCase() : key)}`

/** Listens until the signal aborts. Other keys and other modifiers are left to the browser. */
export function listenToKeys(element: HTMLElement, keys: KeyBindings, signal: AbortSignal): void {
  const handlers = new Map(
    Object.entries(keys).flatMap(([names, handler]) => names.split(' ').map((name) => [name, handler])),
  )
  const press = (event: KeyboardEvent) => {
    const handler = handlers.get(nameOf(event))
    if (!handler || event.altKey) return
    event.preventDefault()
    handler(event)
  }
  element.addEventListener('keydown', press, { signal })
}

const PAGE = 10

/** Keys of the ARIA slider pattern: arrows move by one, Page keys by ten, Home and End to the ends. */
export const sliderKeys = (step: (by: number, event: KeyboardEvent) => void) => {
  const by = (steps: number) => (event: KeyboardEvent) => step(steps, event)
  return {
    'ArrowLeft ArrowDown': by(-1),
    'ArrowRight ArrowUp': by(1),
    PageDown: by(-PAGE),
    PageUp: by(PAGE),
    Home: by(-Infinity),
    End: by(Infinity),
  } satisfies KeyBindings
}

/** The slot pointed at; `x` and `y` in px of the element if it is a pointer, not the keyboard. */
export interface PointedSlot {
  readonly slot: number
  readonly x?: number | undefined
  readonly y?: number | undefined
}

/** Where the view was pressed, in px of the element, and how. */
export interface GrabbedPlace {
  readonly x: number
  readonly y: number
  readonly slot: number
  readonly shiftKey: boolean
  readonly isTouch: boolean
}

/** A range of numbered slots that is longer than its view and grows at its right end. */
export interface NavigableSlots {
  /** Live: reflects the current first and last slot. */
  readonly extent: Extent
  /** Whether the last slot is the newest there is, which a view at the end follows. True if absent. */
  readonly endsWithNewest?: () => boolean
  /** Slots initially in view; it may be another one when the slots have been empty. */
  readonly firstView: number
  /** Width of the view in px, from the element's left edge. */
  readonly width: () => number
  /** Text alternative of a slot. */
  readonly describe: (slot: number) => string
  /** Called when the view moved or zoomed. */
  readonly onViewChange: () => void
  /** Called when the pointed slot changed or was cleared. */
  readonly onPointedChange: () => void
  /** Called when a place is pressed, px of the element, or a slot chosen with Enter. True if that did something. */
  readonly onPress?: (place: { readonly x?: number; readonly y?: number; readonly slot: number }) => boolean
  /** Called when a press begins: takes what follows it, which otherwise moves the view. */
  readonly onGrab?: (place: GrabbedPlace) => Drag | undefined
  /** Called when a key moved the pointer between slots; with Shift, it selects what lies between. */
  readonly onStep?: (from: number, to: number, isSelecting: boolean) => void
  /** Called on Escape. True if that did something. */
  readonly onEscape?: () => boolean
  /** Further keys. */
  readonly keys?: KeyBindings
  /** Called to read out the text of a slot. */
  readonly onAnnounce: (text: string) => void
}

/** Zoom factor of one key press or button click. */
const ZOOM_FACTOR = 0.8
/** Share of the view that a page moves by, so that some of it stays. */
const PAGE_SHARE = 0.8

/**
 * Pans, zooms and points through slots by pointer, keyboard and the returned methods. The element gets slider values for the
 * slot selected by keyboard. Stops when the signal aborts.
 */
export function navigateSlots(element: HTMLElement, slots: NavigableSlots, signal: AbortSignal) {
  const { extent, endsWithNewest = () => true } = slots
  let view = initialView(extent, slots.firstView)
  let pointed: PointedSlot | undefined

  function setView(next: View): void {
    view = next
    slots.onViewChange()
  }
  function point(at: PointedSlot | undefined): void {
    pointed = at
    slots.onPointedChange()
  }
  const clampSlot = (slot: number) => clamp(slot, extent.first, extent.last)
  // relative to the current view: several moves may arrive before the next paint
  const toSlots = (px: number) => (px / slots.width()) * (view.to - view.from)

  function zoomBy(factor: number): void {
    const middle = isAtEnd(view, extent) ? extent.last : (view.from + view.to) / 2
    setView(zoom(view, factor, pointed?.slot ?? middle, extent))
  }
  const zoomIn = () => zoomBy(ZOOM_FACTOR)
  const zoomOut = () => zoomBy(1 / ZOOM_FACTOR)
  function step(by: number, { shiftKey }: KeyboardEvent): void {
    if (extent.last < extent.first) return
    const from = pointed?.slot ?? Math.floor(view.to)
    const slot = clampSlot(from + by)
    point({ slot })
    setView(by === Infinity ? scrollToEnd(view, extent) : reveal(view, slot))
    element.ariaValueMax = String(extent.last - extent.first + 1)
    element.ariaValueNow = String(slot - extent.first + 1)
    element.ariaValueText = slots.describe(slot)
    slots.onStep?.(clampSlot(from), slot, shiftKey)
  }
  const slotAt = (x: number) => clampSlot(Math.round(view.from + toSlots(x)))
  const gestures = {
    panBy: (px: number) => setView(pan(view, -toSlots(px), extent)),
    zoomAt: (factor: number, x: number) => setView(zoom(view, factor, view.from + toSlots(x), extent)),
    press: (x: number, y: number) => {
      slots.onPress?.({ x, y, slot: slotAt(x) })
    },
    grab: (x: number, y: number, how: Pick<GrabbedPlace, 'shiftKey' | 'isTouch'>) =>
      slots.onGrab?.({ x, y, slot: slotAt(x), ...how }),
    point: (x?: number, y?: number) => point(x === undefined ? undefined : { slot: slotAt(x), x, y }),
  }
  const keys: KeyBindings<keyof typeof NAVIGATION_KEYS> = {
    ...sliderKeys(step),
    'Plus =': zoomIn,
    '-': zoomOut,
    'Enter Space': () => {
      const slot = pointed?.slot ?? extent.last
      if (!slots.onPress?.({ slot })) slots.onAnnounce(slots.describe(slot))
    },
    Escape: () => {
      if (slots.onEscape?.() !== true) point(undefined)
    },
  }
  listenToGestures(element, gestures, signal)
  listenToKeys(element, { ...slots.keys, ...keys }, signal)

  return {
    get view(): View {
      return view
    },
    get pointed(): PointedSlot | undefined {
      return pointed
    },
    /** Whether the view moves along when slots are appended. */
    get isFollowing(): boolean {
      return isAtEnd(view, extent) && endsWithNewest()
    },
    slotAt,
    zoomIn,
    zoomOut,
    /** Moves the view by most of its width. */
    pageBy: (pages: -1 | 1) => setView(pan(view, pages * PAGE_SHARE * (view.to - view.from), extent)),
    /** Moves a slot to the middle, unless it is in view. */
    bringIntoView: (slot: number) => setView(pan(bringIntoView(view, slot), 0, extent)),
    /** Moves the view so that a slot is the last in it. */
    moveEnd: (slot: number) => setView(pan(shift(view, slot + 0.5 - view.to), 0, extent)),
    /** Shows the newest slots, as many as are given. */
    fit: (count: number) => setView(fitted(extent, count)),
    toLive: () => setView(scrollToEnd(view, extent)),
    /** Call after the extent changed: a view that followed the newest slot moves along, any other stays. */
    extentChanged(previous: Extent, endedWithNewest = true): void {
      if (previous.last < previous.first) setView(initialView(extent, slots.firstView))
      else
        setView(
          endedWithNewest && isAtEnd(view, previous) ? shift(view, extent.last - previous.last) : pan(view, 0, extent),
        )
    },
  }
}
