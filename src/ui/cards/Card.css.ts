import { createVar, fallbackVar, globalStyle, style } from '@vanilla-extract/css'
import { WHILE_LOADING } from '../attributes.ts'
import { color } from '../theme/color.css.ts'
import { oneColumn, panel, quiet, textButton, wrappingRow } from '../theme/mixins.css.ts'
import { space, type } from '../theme/tokens.ts'

/** Horizontal padding of a card's parts; pages may override it. */
export const inset = createVar()
/** So much sooner than what shrinks by 1 that this only shrinks when nothing else can. */
const GIVES_WAY = 10_000
const atSides = fallbackVar(inset, space[4])

export const card = style({
  ...panel,
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  selectors: {
    '&[data-opens]': { cursor: 'pointer' },
    '&[data-opens]:hover': { borderColor: color.line },
    '&[data-state="stale"]': { borderColor: color.warning },
  },
})
export const header = style({
  ...wrappingRow,
  gap: space[3],
  minHeight: '48px',
  padding: `${space[2]} ${atSides}`,
  borderBottom: `1px solid ${color.divider}`,
  selectors: {
    [`${card}[data-compact] > &`]: { flexWrap: 'nowrap', columnGap: space[1], height: '48px' },
    [`${card} > &:last-child`]: { borderBottom: 0 },
  },
})
export const titles = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  columnGap: space[2],
  minWidth: 0,
  // Narrower only once what is beside it is as narrow as it can be.
  selectors: { [`${card}[data-compact] &`]: { flexWrap: 'nowrap', columnGap: space[1], minWidth: '96px' } },
})
export const help = style({
  display: 'inline-flex',
  flex: 'none',
  // The icon has padding of its own.
  selectors: { [`${card}[data-compact] &`]: { marginRight: `calc(-1 * ${space[1]})` } },
})
export const title = style({
  minWidth: 0,
  fontSize: type.size.body,
  fontWeight: type.weight.strong,
  overflowWrap: 'anywhere',
  // On narrow cards the longest ones take two lines, for which the header has the height.
  selectors: {
    [`${card}[data-compact] &`]: {
      maxHeight: '40px',
      overflow: 'hidden',
      letterSpacing: '-0.025em',
      overflowWrap: 'normal',
    },
  },
})
/** Title button of a card that opens: the entire card looks pressable. */
export const open = style({
  ...textButton,
  selectors: {
    [`${card}[data-opens]:hover > ${header} > ${titles} > * > &`]: {
      textDecoration: 'underline',
      textUnderlineOffset: '3px',
    },
  },
})
export const subtitle = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  fontSize: type.size.small,
  color: color.textMuted,
  selectors: { [`${card}[data-compact] &`]: { flexShrink: GIVES_WAY, whiteSpace: 'nowrap' } },
})
export const trailing = style({
  ...wrappingRow,
  gap: space[2],
  marginLeft: 'auto',
  selectors: { [`${card}[data-compact] &`]: { flexShrink: GIVES_WAY, flexWrap: 'nowrap', height: '24px' } },
})
// The last one, which says how old the data is, gives way last.
globalStyle(`${card}[data-compact] ${trailing} > :not(:last-child)`, { flexShrink: GIVES_WAY })
/** First part beside the title, last at the right end: neither moves when the other gets wider. */
export const spread = style({ flex: '1 1 auto', justifyContent: 'space-between', marginLeft: 0 })
export const bar = style({
  ...wrappingRow,
  gap: space[2],
  padding: `${space[2]} ${atSides}`,
  borderBottom: `1px solid ${color.divider}`,
})
export const body = style({
  flex: 1,
  minWidth: 0,
  padding: `${space[4]} ${atSides}`,
  // Lets content fill the height of the body.
  selectors: { [`${card}[data-compact] &`]: oneColumn },
})
export const flush = style({ padding: 0 })
export const footer = style({
  ...wrappingRow,
  ...quiet,
  gap: `${space[1]} ${space[3]}`,
  padding: `${space[2]} ${atSides}`,
  borderTop: `1px solid ${color.divider}`,
  // Seen only where it stays: below what is not there yet, it would be seen to move.
  selectors: { [`${card}:has(${WHILE_LOADING}) > &`]: { display: 'none' } },
})
export const skeleton = style({ display: 'grid', alignContent: 'start', gap: space[2] })
export const staleBar = style({
  padding: `${space[1]} ${atSides}`,
  background: color.warningSoft,
  color: color.warning,
  fontSize: type.size.small,
})
