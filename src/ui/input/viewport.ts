/** Visible range of slots, fractional: slot n spans n - 0.5 to n + 0.5. */
export interface View {
  readonly from: number
  readonly to: number
}
/** Oldest and newest slot; `first > last` if empty. */
export interface Extent {
  readonly first: number
  readonly last: number
  /** Empty slots to the right of the newest; 4 if absent. */
  readonly margin?: number | undefined
}

const RIGHT_MARGIN = 4
export const MIN_SLOTS = 20
/** Slots that stay in view, however far it is panned. */
const MIN_VISIBLE = 12
/** Minimum width of the initial view, so that a single candle does not fill the chart. */
const MIN_INITIAL_SLOTS = 40
export const MAX_SLOTS = 5_000

export const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** Slots that are at least partly in view. */
export const visibleSlots = (view: View, { first, last }: Extent): Extent => ({
  first: Math.max(first, Math.floor(view.from - 0.5) + 1),
  last: Math.min(last, Math.ceil(view.to + 0.5) - 1),
})

/** A view of the newest `count` slots. */
export const initialView = ({ first, last, margin = RIGHT_MARGIN }: Extent, count: number): View => ({
  from: last + 0.5 - clamp(last - first + 1, Math.min(MIN_INITIAL_SLOTS, count), count),
  to: last + 0.5 + margin,
})

/** A view of the newest `count` slots, also where there are fewer, within what can be zoomed to. */
export const fitted = ({ last, margin = RIGHT_MARGIN }: Extent, count: number): View => ({
  from: last + 0.5 - clamp(count, MIN_SLOTS - margin, MAX_SLOTS - margin),
  to: last + 0.5 + margin,
})

/** Whether the newest slot is entirely in view; such a view follows new slots. */
export const isAtEnd = (view: View, { last }: Extent): boolean => view.to >= last + 0.5 && view.from <= last

export const shift = (view: View, slots: number): View => ({ from: view.from + slots, to: view.to + slots })

/** Moves the view; a few slots always stay visible. */
export function pan(view: View, slots: number, { first, last }: Extent): View {
  const minVisible = Math.min(MIN_VISIBLE, last - first + 1) - 0.5
  return shift(view, clamp(slots, first + minVisible - view.to, last - minVisible - view.from))
}

/**
 * Scales the number of visible slots by `factor`, keeping `anchor` in place, unless that would show more of the empty future
 * than there was.
 */
export function zoom(view: View, factor: number, anchor: number, extent: Extent): View {
  const span = view.to - view.from
  const scale = clamp(span * factor, MIN_SLOTS, MAX_SLOTS) / span
  const scaled = { from: anchor - (anchor - view.from) * scale, to: anchor + (view.to - anchor) * scale }
  const end = Math.max(view.to, extent.last + 0.5 + (extent.margin ?? RIGHT_MARGIN))
  return pan(shift(scaled, Math.min(0, end - scaled.to)), 0, extent)
}

/** The smallest move that brings a slot entirely into view. */
export const reveal = (view: View, slot: number): View =>
  shift(view, Math.min(0, slot - 0.5 - view.from) + Math.max(0, slot + 0.5 - view.to))

/** Moves the view so that a slot is in its middle, unless it is in view already. */
export const bringIntoView = (view: View, slot: number): View =>
  slot - 0.5 >= view.from && slot + 0.5 <= view.to ? view : shift(view, slot - (view.from + view.to) / 2)

/** Moves the view to the right end, keeping its width. */
export const scrollToEnd = (view: View, { last, margin = RIGHT_MARGIN }: Extent): View =>
  shift(view, last + 0.5 + margin - view.to)
