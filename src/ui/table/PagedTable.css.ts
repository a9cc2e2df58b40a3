import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { quiet, wrappingRow } from '../theme/mixins.css.ts'
import { space } from '../theme/tokens.ts'

export const row = style({ ...wrappingRow, gap: space[2] })

export const toolbar = style([
  row,
  {
    justifyContent: 'space-between',
    // The height of the buttons, so that nothing moves when rows are selected.
    minHeight: '48px',
    padding: `${space[2]} ${space[4]}`,
    borderBottom: `1px solid ${color.divider}`,
  },
])
export const toolbarEnd = style([row, { marginLeft: 'auto' }])
export const pages = style([
  row,
  {
    justifyContent: 'space-between',
    padding: `${space[3]} ${space[4]}`,
    borderTop: `1px solid ${color.divider}`,
  },
])
export const pageNumber = style({ width: '5.5rem' })
export const outcomes = style({ display: 'grid', gap: space[2], margin: 0, padding: 0, listStyle: 'none' })
export const outcome = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[2] })
export const outcomeName = style({ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' })
export const reason = style({ ...quiet, flexBasis: '100%' })
