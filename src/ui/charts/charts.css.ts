import { keyframes, style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { from, radius, space, type } from '../theme/tokens.ts'
import { row as rowOf } from '#src/ui/theme/mixins.css.ts'

/** Fills its container. */
export const root = style({
  position: 'relative',
  minWidth: 0,
  height: '100%',
  background: color.surface,
  isolation: 'isolate',
})
export const canvas = style({ position: 'absolute', inset: 0 })
export const surface = style({
  position: 'absolute',
  inset: 0,
  zIndex: 1,
  overflow: 'hidden',
  cursor: 'crosshair',
  touchAction: 'pan-y',
  userSelect: 'none',
  selectors: { '&:focus-visible': { outlineOffset: '-2px' } },
})
/** Contained, so that moving one of these triggers no layout outside of it. */
const floating = style({
  position: 'absolute',
  top: 0,
  left: 0,
  pointerEvents: 'none',
  contain: 'strict',
  willChange: 'transform',
  selectors: { '&[hidden]': { display: 'none' } },
})
export const newestCandle = floating

/** Of the tag of the newest price: twice the most that a label which it hides reaches above or below its middle. */
export const PRICE_TAG_PX = 48
/** As tall as the canvas of its tag, with the line through the middle. */
export const priceLine = style([
  floating,
  {
    right: 0,
    height: `${PRICE_TAG_PX}px`,
    marginTop: `${-PRICE_TAG_PX / 2}px`,
    '::before': {
      content: '',
      position: 'absolute',
      top: `${PRICE_TAG_PX / 2}px`,
      width: '100%',
      height: '1px',
      background: 'currentColor',
      opacity: 0.7,
    },
  },
])
export const priceTag = style({ position: 'absolute', top: 0, right: 0 })

/** Above the candles, below everything that moves with a tick or the pointer. */
export const overlays = style({ position: 'absolute', top: 0, left: 0, pointerEvents: 'none' })
/** Shows of what is wider than the plot as much as the plot does. */
export const plot = style([overlays, { overflow: 'hidden' }])
export const movedOverlays = style([overlays, { willChange: 'transform' }])

/** Names and values of a pane, at its upper left. */
export const paneLabel = style([
  floating,
  {
    top: '2px',
    left: space[1],
    contain: 'layout style paint',
    padding: '0 6px',
    borderRadius: radius.small,
    background: color.surface,
    color: color.textMuted,
    fontFamily: type.mono,
    fontSize: '11px',
    lineHeight: '16px',
    whiteSpace: 'pre',
  },
])

const aboveSurface = { position: 'absolute', zIndex: 2 } as const

/** At the lower left, also above the table, which one of its buttons toggles. */
export const controls = style({
  ...aboveSurface,
  zIndex: 3,
  left: space[1],
  bottom: '28px',
  display: 'flex',
  // What is in view stands above the buttons where it does not fit beside them.
  flexDirection: 'column-reverse',
  alignItems: 'start',
  gap: space[1],
  pointerEvents: 'none',
  '@media': { [from.tablet]: { flexDirection: 'row', alignItems: 'center' } },
})
export const toolbar = style({
  display: 'flex',
  borderRadius: radius.medium,
  background: color.surface,
  opacity: 0.4,
  pointerEvents: 'auto',
  selectors: { [`${root}:hover &, &:focus-within`]: { opacity: 1 } },
})
export const inView = style({
  padding: `0 ${space[1]}`,
  borderRadius: radius.small,
  background: `color-mix(in srgb, ${color.surface} 82%, transparent)`,
  color: color.textMuted,
  fontSize: type.size.small,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
})
const appear = keyframes({ from: { visibility: 'hidden' }, to: { visibility: 'visible' } })
/** What the next press does. */
export const toolHint = style({
  ...aboveSurface,
  top: space[2],
  left: '50%',
  maxWidth: `calc(100% - ${space[8]})`,
  width: 'max-content',
  transform: 'translateX(-50%)',
  padding: `2px ${space[3]}`,
  borderRadius: radius.small,
  background: color.raised,
  fontSize: type.size.small,
  pointerEvents: 'none',
})
/** Shown only for what takes longer than a moment. */
export const pastStatus = style({
  ...aboveSurface,
  left: space[2],
  top: '36px',
  padding: `2px ${space[2]}`,
  borderRadius: radius.small,
  background: color.surface,
  fontSize: type.size.small,
  color: color.textMuted,
  pointerEvents: 'none',
  selectors: {
    '&:empty': { display: 'none' },
    '&[data-status="loading"]': { animation: `${appear} 400ms steps(1, jump-none)` },
    '&[data-status="failed"]': { color: color.danger },
  },
})
/** Above the toolbar where they do not fit beside each other. */
export const jumpToLive = style({
  ...aboveSurface,
  right: '96px',
  bottom: '76px',
  '@media': { [from.tablet]: { bottom: '32px' } },
})
export const table = style({ ...aboveSurface, inset: 0, paddingBottom: '60px', background: color.surface })

/** As high as its placeholder, so that nothing moves when it has loaded. */
export const EQUITY_CHART_HEIGHT = '340px'
export const chart = style({ margin: 0, width: '100%', height: EQUITY_CHART_HEIGHT })

export const list = style({ display: 'grid', gap: space[3], margin: 0, padding: 0, listStyle: 'none' })
export const shape = style({ flex: 1, minWidth: 0 })
export const shapeActions = style({ display: 'flex', flex: 'none' })
export const row = style({ ...rowOf, alignItems: 'flex-end', justifyContent: 'space-between', gap: space[2] })
