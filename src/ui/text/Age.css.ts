import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'

export const stale = style({ color: color.warning })
