import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'

export const table = style({})
globalStyle(`${table} > *`, { height: '100%', overflow: 'auto' })
globalStyle(`${table} thead th`, { position: 'sticky', top: 0, background: color.surface })
