import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { tabular } from '../theme/mixins.css.ts'
import { space, type } from '../theme/tokens.ts'

const change = style({
  ...tabular,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.half,
  fontWeight: type.weight.strong,
  whiteSpace: 'nowrap',
})
export const trend = styleVariants({
  up: [change, { color: color.up }],
  down: [change, { color: color.down }],
  flat: [change, { color: color.textMuted }],
})
