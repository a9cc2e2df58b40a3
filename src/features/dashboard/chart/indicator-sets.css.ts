import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { row, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const sets = style({
  display: 'grid',
  gap: space[3],
  paddingTop: space[4],
  borderTop: `1px solid ${color.divider}`,
})
export const list = style({ ...wrappingRow, gap: space[2], margin: 0, padding: 0, listStyle: 'none' })
export const set = style({ ...row, border: `1px solid ${color.divider}`, borderRadius: '6px' })
export const save = style({ ...wrappingRow, alignItems: 'end', gap: space[2] })
