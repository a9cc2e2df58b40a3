import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

export const key = style({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: '20px',
  height: '20px',
  padding: `0 ${space[1]}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  fontSize: type.size.small,
  color: color.text,
})
