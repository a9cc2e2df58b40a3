import { globalStyle, style } from '@vanilla-extract/css'
import { oneColumn, textButton, touchable, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const compareBar = style({ ...wrappingRow, gap: space[3], padding: `${space[3]} ${space[4]}` })
/**
 * As many columns as fit, of equal width, none so wide that its values are far from their names. Lines are as high as the
 * highest of them in any column.
 */
export const compared = style({
  display: 'grid',
  gap: `${space[1]} ${space[6]}`,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 240px), 1fr))',
  maxWidth: '1280px',
})
export const column = style({ ...oneColumn, gridTemplateRows: 'subgrid', marginBottom: space[3] })
globalStyle(`${column} > dl`, { gridRow: '2 / -1', gridTemplateRows: 'subgrid' })
export const columnTitle = style({ paddingBottom: space[1], fontSize: type.size.body, overflowWrap: 'anywhere' })
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
