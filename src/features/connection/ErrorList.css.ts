import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { tabular } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const errors = style({ display: 'grid', gap: space[1], fontSize: type.size.small })
export const heading = style({ color: color.textMuted, fontSize: type.size.small })
export const error = style({ display: 'flex', justifyContent: 'space-between', gap: space[3] })
export const text = style({ minWidth: 0, color: color.danger, overflowWrap: 'anywhere' })
export const when = style({ ...tabular, flex: 'none', color: color.textMuted })
