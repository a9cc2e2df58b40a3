import { globalStyle, style } from '@vanilla-extract/css'
import { quiet, tabular } from '#src/ui/theme/mixins.css.ts'
import { type } from '#src/ui/theme/tokens.ts'

/** One line: parts that do not fit beside the first wrap out of it, whole. */
export const line = style({
  ...tabular,
  ...quiet,
  position: 'relative',
  display: 'flex',
  flexWrap: 'wrap',
  height: type.line.small,
  lineHeight: type.line.small,
  overflow: 'hidden',
})
globalStyle(`${line} > *`, { whiteSpace: 'nowrap' })
export const held = style({ '::first-letter': { textTransform: 'uppercase' } })
