import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn } from '#src/ui/theme/mixins.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

/** Full width of the row. */
export const why = style({ flexBasis: '100%', minWidth: 0 })
export const trace = style({ ...oneColumn, gap: space[3], fontSize: type.size.small, lineHeight: type.line.body })
/** Names and the reasons in the seventh column may wrap, so that no number is pushed out of view. */
globalStyle(`${trace} td:first-child`, { minWidth: '112px', whiteSpace: 'normal' })
globalStyle(`${trace} td:nth-child(7)`, { minWidth: '128px', whiteSpace: 'normal' })
export const nearestMiss = style({
  padding: space[3],
  borderRadius: radius.medium,
  background: color.infoSoft,
  color: color.text,
})
export const name = style({ fontSize: type.size.body })
