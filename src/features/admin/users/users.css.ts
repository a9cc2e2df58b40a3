import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { outlined } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const control = style({ ...outlined, display: 'grid', gap: space[3], padding: space[3] })
export const controlName = style({ color: color.textMuted, marginRight: 'auto' })
export const danger = style([control, { borderColor: color.danger }])
export const dangerTitle = style({ color: color.danger, fontWeight: type.weight.strong })
export const resetLink = style({ overflowWrap: 'anywhere' })
