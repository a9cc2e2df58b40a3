import { style } from '@vanilla-extract/css'
import { oneColumn, textButton, touchable } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

/** As many columns as fit, of equal width. */
export const compared = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
})
export const column = style({ ...oneColumn, gap: space[2], alignContent: 'start' })
export const columnTitle = style({ fontSize: type.size.body, overflowWrap: 'anywhere' })
/** The name in the list, which opens the backtest. */
export const name = style({
  ...textButton,
  ...touchable,
  color: 'inherit',
  font: 'inherit',
  fontWeight: type.weight.strong,
  overflowWrap: 'anywhere',
  selectors: { '&:hover': { textDecoration: 'underline', textUnderlineOffset: '3px' } },
})
