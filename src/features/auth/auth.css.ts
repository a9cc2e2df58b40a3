import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { small, touchable } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const form = style({ display: 'grid', gap: space[4] })
export const row = style({ display: 'flex', alignItems: 'center', gap: space[2] })
export const verifying = style([row, { color: color.textMuted }])
/** A link on a line of its own. */
export const link = style(touchable)
export const detail = style({ ...small, overflowWrap: 'anywhere' })
