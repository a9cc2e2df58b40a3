import { style, styleVariants } from '@vanilla-extract/css'
import { color } from './color.css.ts'
import * as mixins from './mixins.css.ts'
import { space } from './tokens.ts'

// Classes for elements that need no style of their own. The key of a layout is its gap, a step of `space`.

export const stack = styleVariants(space, (gap) => ({ ...mixins.oneColumn, gap }))
/** Items in a line that wraps, centred. */
export const wrap = styleVariants(space, (gap) => ({ ...mixins.wrappingRow, gap }))
/** Two columns of equal width from tablet on. */
export const columns = style({ ...mixins.twoColumns, gap: space[4] })
export const tabularNums = style(mixins.tabular)
export const muted = style({ color: color.textMuted })
/** Small and muted: labels, notes, times. */
export const quiet = style(mixins.quiet)
/** A spinner or icon with muted text. */
export const loading = style({ ...mixins.row, gap: space[2], color: color.textMuted })
