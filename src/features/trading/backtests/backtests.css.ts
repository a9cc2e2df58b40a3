import { style } from '@vanilla-extract/css'
import { oneColumn, textButton, touchable, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const compareBar = style({ ...wrappingRow, gap: space[3], padding: `${space[3]} ${space[4]}` })
/** As many columns as fit, of equal width, none so wide that its values are far from their names. */
export const compared = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
  maxWidth: '1280px',
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
