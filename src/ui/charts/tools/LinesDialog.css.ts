import { style } from '@vanilla-extract/css'
import { row as rowOf } from '../../theme/mixins.css.ts'
import { space } from '../../theme/tokens.ts'

export const list = style({ display: 'grid', gap: space[3], margin: 0, padding: 0, listStyle: 'none' })
export const row = style({ ...rowOf, alignItems: 'flex-end', justifyContent: 'space-between', gap: space[2] })
