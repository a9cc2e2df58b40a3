import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

/** The first label is the longest. */
export const summary = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(max-content, 2fr) minmax(max-content, 2fr)',
  alignItems: 'end',
  gap: space[2],
})
export const table = style([
  figures,
  {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    fontSize: type.size.small,
    lineHeight: type.line.small,
  },
])
globalStyle(`${table} :is(th, td)`, {
  padding: `${space.half} ${space[2]} ${space.half} 0`,
  textAlign: 'left',
  fontWeight: type.weight.regular,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})
globalStyle(`${table} thead th`, { color: color.textMuted })
globalStyle(`${table} thead th:nth-child(2)`, { width: '19%' })
globalStyle(`${table} thead th:nth-child(3)`, { width: '19%' })
globalStyle(`${table} thead th:nth-child(4)`, { width: '29%' })
export const level = style({ borderTop: `1px solid ${color.divider}` })
export const price = style({ selectors: { [`${table} &`]: { fontWeight: type.weight.strong } } })
const right = style({ selectors: { [`${table} &`]: { textAlign: 'right' } } })
export const figure = right
export const strength = style([right, { selectors: { [`${table} &`]: { paddingRight: 0 } } }])
export const strengthLine = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 4ch',
  alignItems: 'center',
  gap: space[2],
  paddingLeft: space[2],
})
export const marks = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: space[1],
  minHeight: '20px',
})
export const zone = style({ marginRight: space[1], color: color.textMuted })
export const none = style({ color: color.textMuted })
