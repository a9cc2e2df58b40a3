import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

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
  padding: `${space.half} ${space[1]} ${space.half} 0`,
  textAlign: 'left',
  fontWeight: type.weight.regular,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})
globalStyle(`${table} thead th`, { color: color.textMuted })
globalStyle(`${table} thead th:nth-child(1)`, { width: '21%' })
globalStyle(`${table} thead th:nth-child(3)`, { width: '15%' })
globalStyle(`${table} thead th:nth-child(4)`, { width: '15%' })
globalStyle(`${table} thead th:nth-child(5)`, { width: '15%' })
export const level = style({ borderTop: `1px solid ${color.divider}` })
export const price = style({ selectors: { [`${table} &`]: { fontWeight: type.weight.strong } } })
export const zone = style({ color: color.textMuted })
const right = style({ selectors: { [`${table} &`]: { textAlign: 'right' } } })
export const figure = right
export const strength = style([right, { selectors: { [`${table} &`]: { paddingRight: 0 } } }])
export const marks = style({ height: '24px' })
export const none = style({ color: color.textMuted })
