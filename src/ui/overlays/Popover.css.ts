import { style } from '@vanilla-extract/css'
import { touchable } from '../theme/mixins.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

export const trigger = style({
  ...touchable,
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '24px',
  padding: 0,
  border: 0,
  borderRadius: radius.round,
  background: 'none',
  cursor: 'pointer',
})
/** Wide enough for the longest stream key beside its name. */
export const content = style({ padding: space[3], width: '472px', fontSize: type.size.small })
export const heading = style({ marginBottom: space[2], fontSize: type.size.body })
