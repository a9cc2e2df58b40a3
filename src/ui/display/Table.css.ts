import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { figures } from '../theme/figures.css.ts'
import { space, type } from '../theme/tokens.ts'

export const frame = style({ overflowX: 'auto', minWidth: 0 })
export const table = style({ width: '100%', borderCollapse: 'collapse' })
export const numeric = style([figures, {}])

globalStyle(`${table} th, ${table} td`, {
  height: '36px',
  padding: `${space[1]} ${space[3]}`,
  borderBottom: `1px solid ${color.divider}`,
  textAlign: 'left',
  whiteSpace: 'nowrap',
})
globalStyle(`${table} th.${numeric}, ${table} td.${numeric}`, { textAlign: 'right' })
globalStyle(`${table} thead th`, {
  color: color.textMuted,
  fontSize: type.size.small,
  fontWeight: type.weight.strong,
})
globalStyle(`${table} tbody tr:hover`, { background: color.hover })
globalStyle(`${table} tbody tr:last-child td`, { borderBottom: 0 })
