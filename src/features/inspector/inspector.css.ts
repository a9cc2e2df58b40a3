import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn } from '#src/ui/theme/mixins.css.ts'
import { dock, layer, radius, space, type } from '#src/ui/theme/tokens.ts'

export const screen = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
  padding: space[4],
  maxWidth: '2200px',
  margin: '0 auto',
  containerType: 'inline-size',
})
export const pageChoice = style({ maxWidth: '420px' })
/** A replayed page, with room for the inspector docked beside it. */
export const replayed = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[3],
  padding: `0 calc(${space[4]} + ${dock.right}) calc(${space[4]} + ${dock.bottom}) ${space[4]}`,
})
export const player = style({
  position: 'sticky',
  top: 0,
  zIndex: layer.bar,
  padding: `${space[2]} 0`,
  background: color.canvas,
  borderBottom: `1px solid ${color.line}`,
})
/** What is above the panes: a header and the tabs, px. */
const ABOVE = 116
/** Where the inspector is wide: beside each other, as high as the window or the dock, with scrolls of their own. */
const wide = '(min-width: 900px)'
export const panes = style({
  ...oneColumn,
  gap: space[3],
  '@container': {
    [wide]: {
      gridTemplateColumns: '200px minmax(0, 1fr) 320px',
      height: `calc(100cqh - ${ABOVE}px)`,
      minHeight: '240px',
    },
  },
})
export const pane = style({ overflow: 'auto', minHeight: 0, minWidth: 0, overscrollBehavior: 'contain' })
/** Above the chart where they are not beside each other: low, so that the chart is in view. */
export const actorsPane = style([pane, { maxHeight: '150px', '@container': { [wide]: { maxHeight: 'none' } } }])
export const chartCard = style({ minHeight: 0 })
globalStyle(`${chartCard} > :last-child`, { flex: 1, minHeight: 0 })
export const chartPane = style({
  display: 'grid',
  gridTemplateRows: 'minmax(0, 1fr) auto',
  gap: space[1],
  height: 'min(70vh, 560px)',
  '@container': { [wide]: { height: '100%' } },
})
globalStyle(`${chartPane} > details[open]`, { overflow: 'auto', maxHeight: '30cqh' })
export const stack = style({ display: 'grid', gap: space[3], minWidth: 0 })
export const list = style({ display: 'grid', gap: '2px' })
export const actor = style({
  width: '100%',
  display: 'grid',
  textAlign: 'start',
  padding: `${space[1]} ${space[2]}`,
  border: 0,
  borderRadius: radius.small,
  background: 'transparent',
  color: color.text,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  selectors: {
    '&:hover': { background: color.raised },
    '&[aria-current="true"]': { background: color.accentSoft },
  },
})
export const child = style({ paddingInlineStart: space[4] })
export const faint = style({ color: color.textMuted, fontSize: type.size.small })
export const mono = style({ fontFamily: type.mono, fontSize: type.size.small, overflowWrap: 'anywhere' })
export const scroll = style({ overflow: 'auto', maxHeight: '50vh', minWidth: 0 })
export const entry = style({
  display: 'grid',
  gridTemplateColumns: '92px minmax(0, 1fr)',
  gap: space[2],
  padding: `2px 0`,
  fontFamily: type.mono,
  fontSize: type.size.small,
  overflowWrap: 'anywhere',
  width: '100%',
  border: 0,
  borderBottom: `1px solid ${color.divider}`,
  background: 'transparent',
  color: color.text,
  textAlign: 'start',
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.raised }, '&[aria-current="true"]': { background: color.accentSoft } },
})
export const tree = style({ fontFamily: type.mono, fontSize: type.size.small, paddingInlineStart: space[3] })
export const lanes = style({ display: 'grid', gap: '2px' })
export const lane = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(96px, 180px) minmax(0, 1fr)',
  alignItems: 'center',
  gap: space[2],
})
export const laneMarks = style({ width: '100%', height: '16px', background: color.raised, borderRadius: radius.small })
globalStyle(`${lane} input`, { width: '100%', margin: 0, accentColor: color.accentSolid })
globalStyle(`${laneMarks} path`, { stroke: color.accent, strokeWidth: 1.5, vectorEffect: 'non-scaling-stroke' })
globalStyle(`${laneMarks} path[data-moment]`, { stroke: color.warningMark })
export const seek = style({ display: 'flex', alignItems: 'center', gap: space[2], flex: '1 1 240px' })
export const range = style({ flex: 1, minWidth: 0, accentColor: color.accentSolid })
