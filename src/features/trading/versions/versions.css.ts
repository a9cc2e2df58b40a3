import { globalStyle, style } from '@vanilla-extract/css'
import { oneColumn, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const comparison = style({ ...oneColumn, gap: space[4] })
export const group = style({ fontSize: type.size.body, overflowWrap: 'anywhere' })
/** Columns of the same width in all groups, however long their texts. */
globalStyle(`${comparison} table`, { tableLayout: 'fixed' })
globalStyle(`${comparison} td`, { whiteSpace: 'normal', overflowWrap: 'anywhere' })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] })
export const chosen = style({ ...wrappingRow, alignItems: 'end', gap: space[3] })
