import { style } from '@vanilla-extract/css'
import { space } from '#src/ui/theme/tokens.ts'
import { cards } from './trading.css.ts'

export const stack = style({ display: 'grid', gap: space[3] })
export const skeletons = style([cards])
