import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { outlined, small } from '../theme/mixins.css.ts'
import { space } from '../theme/tokens.ts'

export const block = style({
  ...outlined,
  ...small,
  maxHeight: '280px',
  overflow: 'auto',
  padding: space[3],
  background: color.field,
  overflowWrap: 'normal',
})
export const tall = style({ maxHeight: '50vh' })
