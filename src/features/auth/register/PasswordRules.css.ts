import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const rules = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(144px, 1fr))',
  gap: `${space[1]} ${space[3]}`,
  color: color.textMuted,
  fontSize: type.size.small,
  lineHeight: type.line.small,
})
export const rule = style({ display: 'flex', alignItems: 'center', gap: space[1] })
export const met = style({ flex: 'none', color: color.success })
export const unmet = style({ flex: 'none' })
