import { style, styleVariants } from '@vanilla-extract/css'
import { inset } from '#src/ui/cards/Card.css.ts'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet, row, tallOnTouch } from '#src/ui/theme/mixins.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'
import { hideBelow } from '../card/hide-below.ts'

/** One line, two where there is no room for one, so that no other text moves the table. */
export const agreement = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  height: `calc(2 * ${type.line.body} + ${space[3]})`,
  padding: `${space[3]} ${inset} 0`,
  fontWeight: type.weight.strong,
  '@container': { '(min-width: 620px)': { height: `calc(${type.line.body} + ${space[3]})` } },
})
/** Columns of equal width, so that nothing moves when a word changes. */
export const table = style({ width: `calc(100% - ${inset})`, tableLayout: 'fixed', borderCollapse: 'collapse' })
export const notLive = style({ filter: 'grayscale(1)' })
const head = style({ ...quiet, padding: `${space[2]} 0 ${space[1]}`, fontWeight: type.weight.regular })
export const column = style([
  head,
  { textAlign: 'center', selectors: { '&[aria-current]': { color: color.text, fontWeight: type.weight.strong } } },
])
export const corner = style([head, { paddingLeft: inset, textAlign: 'left', width: '24%' }])
export const source = style({
  paddingLeft: inset,
  textAlign: 'left',
  fontSize: type.size.small,
  fontWeight: type.weight.regular,
})
export const cell = style({ height: '36px', padding: '2px', textAlign: 'center', color: color.textMuted })
const button = {
  ...row,
  ...tallOnTouch,
  justifyContent: 'center',
  gap: space[1],
  width: '100%',
  minHeight: '32px',
  border: 0,
  borderRadius: radius.small,
  fontSize: type.size.small,
  cursor: 'pointer',
} as const
export const reading = styleVariants({
  bullish: { ...button, background: color.successSoft, color: color.success },
  bearish: { ...button, background: color.dangerSoft, color: color.danger },
  mixed: { ...button, background: color.warningSoft, color: color.warning },
  neutral: { ...button, background: color.neutralSoft, color: color.textMuted },
})
/** Neither up nor down: without their colours. */
export const volatility = style({ ...button, background: 'none', color: color.text })
/** The word where the columns have room for it; the arrow and its name say it everywhere. */
export const word = style(hideBelow(620))
