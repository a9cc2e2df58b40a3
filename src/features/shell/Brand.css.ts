import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'

export const mark = style({ flex: 'none', color: color.accent })
