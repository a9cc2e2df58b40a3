/** The stretch of a row of numbered slots in sight, fractional: slot n fills n - 0.5 to n + 0.5. */
export interface View {
  readonly from: number
  readonly to: number
}
/** The oldest and the newest slot of a row; an empty one has its first after its last. */
export interface Extent {
  readonly first: number
  readonly last: number
}

/** Empty slots kept at the right of the newest. */
const RIGHT_MARGIN = 4
const MIN_SLOTS = 12
/** The first view of a short row is as wide as if it had this many: a single thing is no wall. */
const MIN_INITIAL_SLOTS = 40
const MAX_SLOTS = 600

export const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high)

/** The slots of which anything is in sight. */
export const visibleSlots = (view: View, { first, last }: Extent): Extent => ({
  first: Math.max(first, Math.floor(view.from - 0.5) + 1),
  last: Math.min(last, Math.ceil(view.to + 0.5) - 1),
})

/** The newest `count` slots at the right end. */
export const initialView = ({ first, last }: Extent, count: number): View => ({
  from: last + 0.5 - clamp(last - first + 1, Math.min(MIN_INITIAL_SLOTS, count), count),
  to: last + 0.5 + RIGHT_MARGIN,
})

/** True while the newest slot is wholly in sight: such a view follows. */
export const isAtEnd = (view: View, { last }: Extent): boolean => view.to >= last + 0.5 && view.from <= last

export const shift = (view: View, slots: number): View => ({ from: view.from + slots, to: view.to + slots })

/** Moves the view; a few slots always stay in sight. */
export function pan(view: View, slots: number, { first, last }: Extent): View {
  const minVisible = Math.min(MIN_SLOTS, last - first + 1) - 0.5
  return shift(view, clamp(slots, first + minVisible - view.to, last - minVisible - view.from))
}

/** Shows `factor` times as many slots, with `anchor` staying where it is on the screen. */
export function zoom(view: View, factor: number, anchor: number, extent: Extent): View {
  const span = view.to - view.from
  const scale = clamp(span * factor, MIN_SLOTS, MAX_SLOTS) / span
  return pan({ from: anchor - (anchor - view.from) * scale, to: anchor + (view.to - anchor) * scale }, 0, extent)
}

/** The smallest move that brings a slot wholly into sight. */
export const reveal = (view: View, slot: number): View =>
  shift(view, Math.min(0, slot - 0.5 - view.from) + Math.max(0, slot + 0.5 - view.to))

/** The same stretch, moved to the right end. */
export const scrollToEnd = (view: View, { last }: Extent): View => shift(view, last + 0.5 + RIGHT_MARGIN - view.to)
