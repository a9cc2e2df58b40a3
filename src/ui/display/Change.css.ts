import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { figures } from '../theme/figures.css.ts'
import { space, type } from '../theme/tokens.ts'

const change = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.half,
  fontWeight: type.weight.strong,
  whiteSpace: 'nowrap',
})
export const direction = styleVariants({
  up: [figures, change, { color: color.up }],
  down: [figures, change, { color: color.down }],
  flat: [figures, change, { color: color.textMuted }],
})
