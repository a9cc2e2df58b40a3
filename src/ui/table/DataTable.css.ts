import { createContainer, style, type StyleRule } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { tabular, visuallyHidden } from '../theme/mixins.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

const room = createContainer()
/** Container width below which each row becomes a card. */
const narrow = (rule: NonNullable<StyleRule['@container']>[string]): StyleRule => ({
  '@container': { [`${room} (max-width: 719px)`]: rule },
})

export const frame = style({ containerType: 'inline-size', containerName: room, minWidth: 0, overflowX: 'auto' })
export const scroller = style([
  frame,
  {
    height: 'clamp(320px, calc(100vh - 360px), 900px)',
    overflow: 'auto',
    // Rows are measured while scrolling; scroll anchoring would correct the same shift twice.
    overflowAnchor: 'none',
    outlineOffset: '-2px !important',
  },
])
export const table = style([{ width: '100%', borderCollapse: 'collapse' }, narrow({ display: 'block' })])
export const body = style(narrow({ display: 'block' }))
/** Visually hidden in card layout, but available to screen readers. */
export const header = style(narrow(visuallyHidden))
/** Stays visible while the rows scroll. */
export const sticky = style({ position: 'sticky', top: 0, zIndex: 1, background: color.surface })

const box = style([
  {
    height: '40px',
    padding: `${space[1]} ${space[3]}`,
    borderBottom: `1px solid ${color.divider}`,
    textAlign: 'left',
    whiteSpace: 'nowrap',
    selectors: { '&:first-child': { paddingLeft: space[4] }, '&:last-child': { paddingRight: space[4] } },
  },
  narrow({ height: 'auto', padding: 0, border: 0, whiteSpace: 'normal', overflowWrap: 'anywhere' }),
])
export const headerCell = style([
  box,
  { color: color.textMuted, fontSize: type.size.small, fontWeight: type.weight.strong },
])
export const cell = style([
  box,
  { selectors: { 'tbody:last-of-type > tr:last-child > &': { borderBottom: 0 } } },
  narrow({
    display: 'grid',
    gridTemplateColumns: '104px minmax(0, 1fr)',
    alignItems: 'center',
    justifyItems: 'start',
    gap: space[2],
    selectors: { '&:first-child, &:last-child': { padding: 0 } },
  }),
  {
    '::before': { display: 'none', content: 'attr(data-label)', color: color.textMuted, fontSize: type.size.small },
    '@container': { [`${room} (max-width: 719px)`]: { selectors: { '&[data-label]::before': { display: 'block' } } } },
  },
])
export const numeric = style([{ ...tabular, textAlign: 'right' }, narrow({ textAlign: 'left' })])
/** Fixed width, so that tables below one another align. */
export const actions = style([{ width: '96px', textAlign: 'right' }, narrow({ width: 'auto', textAlign: 'left' })])
export const wrapping = style({ whiteSpace: 'normal', overflowWrap: 'anywhere', minWidth: '160px' })
export const titleCell = style(narrow({ gridTemplateColumns: 'minmax(0, 1fr)', fontWeight: type.weight.strong }))

export const row = style([
  { selectors: { '&:hover': { background: color.hover } } },
  narrow({
    display: 'grid',
    gap: space[1],
    padding: `${space[3]} ${space[4]}`,
    borderBottom: `1px solid ${color.divider}`,
  }),
])
export const highlighted = style({ boxShadow: `inset 2px 0 0 ${color.accent}` })
/** Aligns the button's text, not its edge, with the column header. */
export const toggle = style({ marginInline: `calc(-1 * ${space[2]})` })
export const rotated = style({ transform: 'rotate(180deg)' })
export const detailRow = style([{ background: color.canvas }, narrow({ display: 'block' })])
export const detailCell = style([
  { padding: space[3], borderBottom: `1px solid ${color.divider}`, borderRadius: radius.small },
  narrow({ display: 'block' }),
])
