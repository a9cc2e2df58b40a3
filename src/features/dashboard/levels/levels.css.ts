import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { row, small, tabular } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
import { WIDE } from '../analytics/strip.css.ts'
import { hideBelow } from '../card/hide-below.ts'

export const inColumns = style({ display: 'none', '@container': { [WIDE]: { display: 'inline' } } })
export const inOneColumn = style({ '@container': { [WIDE]: { display: 'none' } } })
/** Width below which a tick replaces the second word, beside three timeframes. */
const TWO_WORDS = 300
export const confirmed = style(hideBelow(TWO_WORDS))
export const ticked = style({ '@container': { [`(max-width: ${TWO_WORDS}px)`]: { '::after': { content: '" ✓"' } } } })
export const listHeader = style({ ...row, justifyContent: 'space-between', height: '28px' })
/** Height of a header and five levels of two lines. */
export const list = style({ minHeight: '245px' })
export const table = style({ ...tabular, ...small, width: '100%', borderCollapse: 'collapse', tableLayout: 'fixed' })
globalStyle(`${table} :is(th, td)`, {
  padding: `${space.half} ${space[1]} ${space.half} 0`,
  textAlign: 'left',
  fontWeight: type.weight.regular,
  whiteSpace: 'nowrap',
  overflow: 'clip',
  textOverflow: 'ellipsis',
})
globalStyle(`${table} thead th`, { color: color.textMuted })
globalStyle(`${table} thead th:nth-child(2)`, { width: '13%' })
globalStyle(`${table} thead th:nth-child(3)`, { width: '18.5%' })
globalStyle(`${table} thead th:nth-child(4)`, { width: '16.5%' })
globalStyle(`${table} thead th:nth-child(5)`, { width: '21.5%' })
/** Marked while its price has the focus, as when another card leads to it. */
export const level = style({
  borderTop: `1px solid ${color.divider}`,
  selectors: { '&:has(th button:focus)': { background: color.accentSoft } },
})
export const price = style({ selectors: { [`${table} &`]: { fontWeight: type.weight.strong } } })
export const name = style({ color: color.textMuted, fontWeight: type.weight.regular })
const right = style({ selectors: { [`${table} &`]: { textAlign: 'right' } } })
export const numeric = right
export const strength = style([right, { selectors: { [`${table} &`]: { paddingRight: 0 } } }])
export const strengthLine = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 5ch',
  alignItems: 'center',
  gap: space[2],
  paddingLeft: space[2],
})
/** One line: the last badge shrinks, the zone's prices never do. */
export const marks = style({ ...row, gap: space.half, height: '20px' })
globalStyle(`${marks} > *`, { flex: 'none' })
globalStyle(`${marks} > * + *`, { padding: `0 ${space[1]}`, fontSize: '11px' })
globalStyle(`${marks} > :last-child`, { flex: '0 1 auto', minWidth: 0 })
export const zone = style({ color: color.textMuted })
globalStyle(`${marks} > ${zone}`, { flex: 'none', marginRight: space.half })
