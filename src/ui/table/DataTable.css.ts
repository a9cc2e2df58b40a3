import { createContainer, globalStyle, style, type StyleRule } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { tabular, visuallyHidden } from '../theme/mixins.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

const room = createContainer()
/** Container width below which each row becomes a card. */
const narrow = (rule: NonNullable<StyleRule['@container']>[string]): StyleRule => ({
  '@container': { [`${room} (max-width: 719px)`]: rule },
})

export const frame = style({
  containerType: 'inline-size',
  containerName: room,
  minWidth: 0,
  overflowX: 'auto',
  outlineOffset: '-2px !important',
})
export const table = style([{ width: '100%', borderCollapse: 'collapse' }, narrow({ display: 'block' })])
export const body = style(narrow({ display: 'block' }))
/** Visually hidden in card layout, but available to screen readers. */
export const header = style(narrow(visuallyHidden))
/** In card layout the buttons that sort stand in a line above the cards. */
export const sortHeader = style(narrow({ display: 'block', borderBottom: `1px solid ${color.divider}` }))
export const headerRow = style(
  narrow({
    display: 'flex',
    alignItems: 'center',
    columnGap: space[4],
    padding: `0 ${space[8]} 0 ${space[4]}`,
    // One line, which scrolls where not all buttons fit; the fade says that there are more.
    overflowX: 'auto',
    maskImage: `linear-gradient(to right, black calc(100% - ${space[8]}), transparent)`,
  }),
)

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
  narrow({ flex: 'none', selectors: { '&:first-child, &:last-child': { padding: 0 } } }),
])
/** Not sortable, so it says nothing in card layout that the cells do not. */
export const plainHeaderCell = style([headerCell, narrow(visuallyHidden)])
export const selectCell = style([
  {
    width: '40px',
    padding: 0,
    borderBottom: `1px solid ${color.divider}`,
    selectors: { 'tbody:last-of-type > tr:last-child > &': { borderBottom: 0 } },
  },
  narrow({
    width: 'auto',
    border: 0,
    flex: 'none',
    selectors: {
      // At the upper right corner of a card.
      'tbody &': { position: 'absolute', top: space[1], right: space[2] },
      // Before the title, which is first of the others.
      'thead &': { order: -2 },
    },
  }),
])
/** As large as a control, so that it is easily hit. */
export const selectArea = style({
  display: 'grid',
  placeItems: 'center',
  width: '40px',
  height: '40px',
  cursor: 'pointer',
})
export const cell = style([
  box,
  { selectors: { 'tbody:last-of-type > tr:last-child > &': { borderBottom: 0 } } },
  narrow({
    display: 'grid',
    gridTemplateColumns: '104px minmax(0, 1fr)',
    alignItems: 'center',
    justifyItems: 'start',
    gap: space[2],
    gridColumn: '1 / -1',
    selectors: {
      '&:first-child, &:last-child': { padding: 0 },
      // Actions, whose header is for screen readers only.
      '&:not([data-label])': { gridTemplateColumns: 'minmax(0, 1fr)' },
      [`${selectCell} + &`]: { minHeight: '32px', paddingRight: '40px' },
    },
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
export const short = style(narrow({ gridColumn: 'auto', gridTemplateColumns: 'auto minmax(0, 1fr)' }))
export const titleCell = style(
  narrow({
    gridTemplateColumns: 'minmax(0, 1fr)',
    fontWeight: type.weight.strong,
    selectors: { [`&:not(${actions})`]: { order: -1 } },
  }),
)
export const bare = style(narrow({ gridColumn: 'auto', selectors: { [`&${actions}`]: { justifyItems: 'end' } } }))
export const folded = style(narrow({ display: 'none' }))
/** In a table only, or only where its rows are cards. */
export const notInCards = style(narrow({ display: 'none' }))
/** Nothing to say in a card, so no label either. */
globalStyle(`${cell}:has(> ${notInCards}:only-child)`, {
  '@container': { [`${room} (max-width: 719px)`]: { display: 'none' } },
})
export const onlyInCards = style([{ display: 'none' }, narrow({ display: 'grid' })])
/** Lines of a cell; in a card beside each other. */
export const cellLines = style([
  { display: 'inline-grid' },
  narrow({ display: 'inline-flex', flexWrap: 'wrap', columnGap: space[2] }),
])

export const row = style([
  { outlineOffset: '-2px !important', selectors: { '&:hover': { background: color.hover } } },
  narrow({
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: `${space[1]} ${space[4]}`,
    padding: `${space[3]} ${space[4]}`,
    borderBottom: `1px solid ${color.divider}`,
  }),
])
globalStyle(`${row}:has(> ${bare})`, {
  '@container': {
    [`${room} (max-width: 719px)`]: { gridTemplateColumns: 'minmax(0, 1fr) auto', gridAutoFlow: 'dense' },
  },
})
/** Three of them beside each other. */
globalStyle(`${row}:has(> ${bare} ~ ${bare} ~ ${bare})`, {
  '@container': { [`${room} (max-width: 719px)`]: { gridTemplateColumns: 'auto minmax(0, 1fr) auto' } },
})
export const selected = style({ background: color.hover, boxShadow: `inset 2px 0 0 ${color.accent}` })
/** Aligns the button's text, not its edge, with the column header. */
export const toggle = style({ marginInline: `calc(-1 * ${space[2]})` })
export const rotated = style({ transform: 'rotate(180deg)' })
export const detailRow = style([{ background: color.canvas }, narrow({ display: 'block' })])
export const detailCell = style([
  { padding: space[3], borderBottom: `1px solid ${color.divider}`, borderRadius: radius.small },
  narrow({ display: 'block' }),
])
