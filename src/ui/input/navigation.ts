import { listenToGestures } from './gestures.ts'
import { listenToKeys, sliderKeys } from './keys.ts'
import { clamp, isAtEnd, initialView, pan, reveal, shift, scrollToEnd, zoom } from './viewport.ts'
import type { Extent, View } from './viewport.ts'

/** Where somebody points in a row: at a slot, and, with a pointer, at a height in px of the element. */
export interface PointedSlot {
  readonly slot: number
  readonly y?: number | undefined
}

/** A row of numbered slots that is longer than what can be seen of it and grows at its right end. */
export interface NavigableSlots {
  /** As it is at the moment. */
  readonly extent: Extent
  /** Slots in the first view. */
  readonly firstView: number
  /** How wide the view is on the screen, in px from the element's left edge. */
  readonly width: () => number
  /** What stands in a slot, in words. */
  readonly describe: (slot: number) => string
  /** Another stretch is in view. */
  readonly onViewChange: () => void
  /** Another slot is pointed at, or none. */
  readonly onPointedChange: () => void
  /** What stands in a slot is to be read out. */
  readonly onAnnounce: (words: string) => void
}

/** Share of the slots that a key or a button leaves in sight. */
const ZOOM_FACTOR = 0.8

/**
 * Moves a view and a place to point at through a row: by pointers, by keys, and with what is returned. The element is a
 * slider over the row, whose value is the slot that the keys point at. Ends with the signal.
 */
export function navigateSlots(element: HTMLElement, slots: NavigableSlots, signal: AbortSignal) {
  const { extent } = slots
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
  // of the view as it is now: several moves may come before it is painted
  const toSlots = (px: number) => (px / slots.width()) * (view.to - view.from)

  function zoomBy(factor: number): void {
    const middle = isAtEnd(view, extent) ? extent.last : (view.from + view.to) / 2
    setView(zoom(view, factor, pointed?.slot ?? middle, extent))
  }
  const zoomIn = () => zoomBy(ZOOM_FACTOR)
  const zoomOut = () => zoomBy(1 / ZOOM_FACTOR)
  function step(by: number): void {
    if (extent.last < extent.first) return
    const slot = clampSlot((pointed?.slot ?? Math.floor(view.to)) + by)
    point({ slot })
    setView(by === Infinity ? scrollToEnd(view, extent) : reveal(view, slot))
    element.ariaValueMax = String(extent.last - extent.first + 1)
    element.ariaValueNow = String(slot - extent.first + 1)
    element.ariaValueText = slots.describe(slot)
  }
  const gestures = {
    panBy: (px: number) => setView(pan(view, -toSlots(px), extent)),
    zoomAt: (factor: number, x: number) => setView(zoom(view, factor, view.from + toSlots(x), extent)),
    point: (x?: number, y?: number) =>
      point(x === undefined ? undefined : { slot: clampSlot(Math.round(view.from + toSlots(x))), y }),
  }
  const keys = {
    ...sliderKeys(step),
    '+ =': zoomIn,
    '-': zoomOut,
    'Enter Space': () => slots.onAnnounce(slots.describe(pointed?.slot ?? extent.last)),
    Escape: () => point(undefined),
  }
  listenToGestures(element, gestures, signal)
  listenToKeys(element, keys, signal)

  return {
    get view(): View {
      return view
    },
    get pointed(): PointedSlot | undefined {
      return pointed
    },
    /** True while the view goes along when the row grows. */
    get isFollowing(): boolean {
      return isAtEnd(view, extent)
    },
    zoomIn,
    zoomOut,
    toLive: () => setView(scrollToEnd(view, extent)),
    /** To be called when the row has other slots than before: a view that follows goes along, any other stays. */
    extentChanged(previous: Extent): void {
      if (previous.last < previous.first) setView(initialView(extent, slots.firstView))
      else setView(isAtEnd(view, previous) ? shift(view, extent.last - previous.last) : pan(view, 0, extent))
    },
  }
}
