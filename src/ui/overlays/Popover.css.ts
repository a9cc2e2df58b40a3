import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

export const panel = style({ width: '400px', padding: 0, borderRadius: radius.large })
export const header = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[2],
  padding: `${space[2]} ${space[2]} ${space[2]} ${space[4]}`,
  borderBottom: `1px solid ${color.divider}`,
})
export const title = style({ fontSize: type.size.body })
export const body = style({ padding: space[4] })
