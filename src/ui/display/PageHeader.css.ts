import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { space, type } from '../theme/tokens.ts'

export const header = style({
  display: 'flex',
  alignItems: 'flex-end',
  flexWrap: 'wrap',
  gap: `${space[2]} ${space[4]}`,
})
export const title = style({
  fontSize: type.size.display,
  lineHeight: type.line.display,
  fontWeight: type.weight.strong,
  letterSpacing: '-0.01em',
})
export const subtitle = style({ color: color.textMuted })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginLeft: 'auto' })
