import { style } from '@vanilla-extract/css'
import { color, toneColor, toneSoft } from '../theme/color.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

export const alert = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: space[3],
  padding: `${space[2]} ${space[3]}`,
  border: `1px solid ${toneColor}`,
  borderRadius: radius.medium,
  background: toneSoft,
  color: color.text,
})
export const icon = style({
  flex: 'none',
  height: type.line.body,
  display: 'grid',
  alignItems: 'center',
  color: toneColor,
})
export const body = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
export const title = style({ display: 'block', fontWeight: type.weight.strong })
