import { style } from '@vanilla-extract/css'
import { space, type } from '#src/ui/theme/tokens.ts'

export const list = style({ display: 'grid', gap: space[2] })
export const row = style({ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: space[4] })
export const keys = style({ display: 'inline-flex', alignItems: 'center', gap: space[1], flexShrink: 0 })
export const heading = style({
  margin: `${space[4]} 0 ${space[2]}`,
  fontSize: type.size.body,
  fontWeight: type.weight.strong,
})
