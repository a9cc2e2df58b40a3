import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

export const block = style({
  maxHeight: '280px',
  overflow: 'auto',
  padding: space[3],
  border: `1px solid ${color.divider}`,
  borderRadius: radius.medium,
  background: color.field,
  fontSize: type.size.small,
  lineHeight: type.line.small,
  overflowWrap: 'normal',
})
export const tall = style({ maxHeight: '50vh' })
