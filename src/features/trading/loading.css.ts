import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { space } from '#src/ui/theme/tokens.ts'
import { cards } from './trading.css.ts'

export const stack = style({ display: 'grid', gap: space[3] })
export const message = style({ display: 'flex', alignItems: 'center', gap: space[2], color: color.textMuted })
export const skeletons = style([cards])
