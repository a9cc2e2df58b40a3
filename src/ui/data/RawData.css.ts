import { style } from '@vanilla-extract/css'
import { quiet, wrappingRow } from '../theme/mixins.css.ts'
import { controlHeight, space } from '../theme/tokens.ts'

export const bar = style({ ...wrappingRow, alignItems: 'flex-end', gap: space[2] })
export const search = style({ flex: '1 1 220px', maxWidth: '360px' })
export const count = style({ ...quiet, lineHeight: controlHeight.medium, marginRight: 'auto', whiteSpace: 'nowrap' })
