import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { row, wrappingRow } from '../theme/mixins.css.ts'
import { radius, space } from '../theme/tokens.ts'

export const sets = style({ display: 'grid', gap: space[3] })
export const list = style({ ...wrappingRow, gap: space[2], margin: 0, padding: 0, listStyle: 'none' })
export const set = style({ ...row, border: `1px solid ${color.divider}`, borderRadius: radius.medium })
export const save = style({ ...wrappingRow, alignItems: 'end', gap: space[2] })
