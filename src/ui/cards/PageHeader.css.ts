import { globalStyle, style } from '@vanilla-extract/css'
import { displayText, small, titleText } from '../theme/mixins.css.ts'
import { from, space, type } from '../theme/tokens.ts'

export const header = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: space[2],
  '@media': { [from.tablet]: { alignItems: 'flex-end' } },
})
/** On narrow windows beside the actions where both fit, else above them. */
export const titles = style({
  flex: '1 1 180px',
  minWidth: 0,
  '@media': { [from.tablet]: { flex: '0 1 auto', marginRight: space[2] } },
})
export const title = style({
  ...titleText,
  fontWeight: type.weight.strong,
  letterSpacing: '-0.01em',
  '@media': { [from.tablet]: displayText },
})
export const subtitle = style({
  ...small,
  '@media': { [from.tablet]: { fontSize: type.size.body, lineHeight: type.line.body } },
})
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[2],
  '@media': { [from.tablet]: { marginLeft: 'auto' } },
})
/** One line: below a desktop's width those that do not fit are scrolled to. */
export const inOneLine = style({
  // Hidden texts are placed absolutely: without this they would lie outside, and widen the page.
  position: 'relative',
  flexWrap: 'nowrap',
  maxWidth: '100%',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '@media': { [from.desktop]: { flexWrap: 'wrap', overflowX: 'visible' } },
})
globalStyle(`${inOneLine} > *`, { flex: 'none' })
// Outside the button it would be cut.
globalStyle(`${inOneLine} > :focus-visible`, {
  outlineOffset: '-2px',
  '@media': { [from.desktop]: { outlineOffset: '2px' } },
})
/** On narrow windows a row of its own, of full width. */
export const bar = style({
  display: 'grid',
  flex: '1 0 100%',
  minWidth: 0,
  '@media': { [from.tablet]: { flex: 'none' } },
})
globalStyle(`${header} > ${bar} > *`, { justifySelf: 'stretch', flexWrap: 'nowrap' })
globalStyle(`${header} > ${bar} button`, { flex: '1 0 auto' })
