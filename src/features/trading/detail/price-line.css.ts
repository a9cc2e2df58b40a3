import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const figure = style({ ...oneColumn, ...outlined, gap: space[1], margin: 0, padding: space[2] })
export const chart = style({ display: 'block', width: '100%', height: 'auto' })
export const line = style({
  fill: 'none',
  stroke: color.textMuted,
  strokeWidth: 1.5,
  vectorEffect: 'non-scaling-stroke',
})
export const buy = style({ fill: color.up })
export const sell = style({ fill: color.down })
