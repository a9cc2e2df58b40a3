import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet, row } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const rules = style({
  ...quiet,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(144px, 1fr))',
  gap: `${space[1]} ${space[3]}`,
})
export const rule = style({ ...row, gap: space[1] })
export const met = style({ flex: 'none', color: color.success })
export const unmet = style({ flex: 'none' })
