import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { tabularNums } from '../theme/tabular-nums.css.ts'
import { space, type } from '../theme/tokens.ts'

const change = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space.half,
  fontWeight: type.weight.strong,
  whiteSpace: 'nowrap',
})
export const trend = styleVariants({
  up: [tabularNums, change, { color: color.up }],
  down: [tabularNums, change, { color: color.down }],
  flat: [tabularNums, change, { color: color.textMuted }],
})
