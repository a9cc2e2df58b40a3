import { globalStyle, style } from '@vanilla-extract/css'
import { outlined, quiet, wrappingRow, small } from '../theme/mixins.css.ts'
import { controlHeight, space } from '#src/ui/theme/tokens.ts'
import { color } from '#src/ui/theme/color.css.ts'

export const frame = style({ ...outlined, maxHeight: '50vh', overflow: 'auto' })
const wrapping = { display: 'inline-block', whiteSpace: 'normal', overflowWrap: 'anywhere' } as const
export const name = style({ ...wrapping, minWidth: '12ch' })
/** Words stay whole as long as they fit. */
export const value = style({ ...wrapping, overflowWrap: 'break-word', minWidth: 0, maxWidth: '36ch' })
/** The same time for people, below the number. */
export const moment = style({ ...quiet, display: 'block', whiteSpace: 'nowrap' })
/** In a card it needs a line of its own, and a value without a unit has one. */
globalStyle(`${frame} td:has(${moment}), ${frame} td:has(+ td:empty)`, { gridColumn: '1 / -1' })
export const says = style({ ...wrapping, minWidth: '15ch' })
// All columns fit in a dialog on a tablet.
globalStyle(`${frame} td:has(> ${says})`, { minWidth: '15ch' })

export const bar = style({ ...wrappingRow, alignItems: 'flex-end', gap: space[2] })
export const search = style({ flex: '1 1 220px', maxWidth: '360px' })
export const count = style({ ...quiet, lineHeight: controlHeight.medium, marginRight: 'auto', whiteSpace: 'nowrap' })

export const block = style({
  ...outlined,
  ...small,
  maxHeight: '280px',
  overflow: 'auto',
  padding: space[3],
  background: color.field,
  overflowWrap: 'normal',
})
export const tall = style({ maxHeight: '50vh' })
