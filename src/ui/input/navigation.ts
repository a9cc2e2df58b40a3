import { listenToGestures } from './gestures.ts'
import { listenToKeys, sliderKeys } from './keys.ts'
import { clamp, followsLive, latest, pan, reveal, shift, toLive, zoom } from './viewport.ts'
import type { Extent, View } from './viewport.ts'

/** Where somebody points in a row: at a slot, and, with a pointer, at a height in px of the element. */
export interface Pointed {
  readonly slot: number
  readonly y?: number | undefined
}

/** A row of numbered slots that is longer than what can be seen of it and grows at its right end. */
export interface Row {
  /** As it is at the moment. */
  readonly extent: Extent
  /** Slots in the first view. */
  readonly firstView: number
  /** How wide the view is on the screen, in px from the element's left edge. */
  readonly width: () => number
  /** What stands in a slot, in words. */
  readonly describe: (slot: number) => string
  /** Another stretch is in view. */
  readonly onLook: () => void
  /** Another slot is pointed at, or none. */
  readonly onPoint: () => void
  /** What stands in a slot is to be read out. */
  readonly onRead: (words: string) => void
}

/** Share of the slots that a key or a button leaves in sight. */
const ZOOM = 0.8

/**
 * Moves a view and a place to point at through a row: by pointers, by keys, and with what is returned. The element is a
 * slider over the row, whose value is the slot that the keys point at. Ends with the signal.
 */
export function navigateRow(element: HTMLElement, row: Row, signal: AbortSignal) {
  const { extent } = row
  let view = latest(extent, row.firstView)
  let pointed: Pointed | undefined

  function look(next: View): void {
    view = next
    row.onLook()
  }
  function point(at: Pointed | undefined): void {
    pointed = at
    row.onPoint()
  }
  const within = (slot: number) => clamp(slot, extent.first, extent.last)
  // of the view as it is now: several moves may come before it is painted
  const slotsIn = (px: number) => (px / row.width()) * (view.to - view.from)

  function zoomBy(factor: number): void {
    const middle = followsLive(view, extent) ? extent.last : (view.from + view.to) / 2
    look(zoom(view, factor, pointed?.slot ?? middle, extent))
  }
  const zoomIn = () => zoomBy(ZOOM)
  const zoomOut = () => zoomBy(1 / ZOOM)
  function step(by: number): void {
    if (extent.last < extent.first) return
    const slot = within((pointed?.slot ?? Math.floor(view.to)) + by)
    point({ slot })
    look(by === Infinity ? toLive(view, extent) : reveal(view, slot))
    element.ariaValueMax = String(extent.last - extent.first + 1)
    element.ariaValueNow = String(slot - extent.first + 1)
    element.ariaValueText = row.describe(slot)
  }
  const gestures = {
    panBy: (px: number) => look(pan(view, -slotsIn(px), extent)),
    zoomAt: (factor: number, x: number) => look(zoom(view, factor, view.from + slotsIn(x), extent)),
    point: (x?: number, y?: number) =>
      point(x === undefined ? undefined : { slot: within(Math.round(view.from + slotsIn(x))), y }),
  }
  const keys = {
    ...sliderKeys(step),
    '+ =': zoomIn,
    '-': zoomOut,
    'Enter Space': () => row.onRead(row.describe(pointed?.slot ?? extent.last)),
    Escape: () => point(undefined),
  }
  listenToGestures(element, gestures, signal)
  listenToKeys(element, keys, signal)

  return {
    get view(): View {
      return view
    },
    get pointed(): Pointed | undefined {
      return pointed
    },
    /** True while the view goes along when the row grows. */
    get follows(): boolean {
      return followsLive(view, extent)
    },
    zoomIn,
    zoomOut,
    toLive: () => look(toLive(view, extent)),
    /** To be called when the row has other slots than before: a view that follows goes along, any other stays. */
    moveOn(before: Extent): void {
      if (before.last < before.first) look(latest(extent, row.firstView))
      else look(followsLive(view, before) ? shift(view, extent.last - before.last) : pan(view, 0, extent))
    },
  }
}
