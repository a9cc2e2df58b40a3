import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const form = style({ display: 'grid', gap: space[4] })
export const row = style({ display: 'flex', alignItems: 'center', gap: space[2] })
export const verifying = style([row, { color: color.textMuted }])
export const detail = style({ display: 'block', fontSize: type.size.small, lineHeight: type.line.small })
