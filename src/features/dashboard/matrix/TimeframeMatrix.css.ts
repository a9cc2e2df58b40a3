import { style, styleVariants } from '@vanilla-extract/css'
import { inset } from '#src/ui/cards/Card.css.ts'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet, row } from '#src/ui/theme/mixins.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'
import { hideBelow } from '../card/hide-below.ts'

/** Columns of equal width, so that nothing moves when a word changes. */
export const table = style({ width: '100%', tableLayout: 'fixed', borderCollapse: 'collapse' })
export const notLive = style({ filter: 'grayscale(1)', opacity: 0.7 })
const head = style({ ...quiet, padding: `${space[2]} 0 ${space[1]}`, fontWeight: type.weight.regular })
export const column = style([head, { textAlign: 'center' }])
export const corner = style([head, { paddingLeft: inset, textAlign: 'left', width: '22%' }])
export const source = style({
  paddingLeft: inset,
  textAlign: 'left',
  fontSize: type.size.small,
  fontWeight: type.weight.regular,
})
export const cell = style({ height: '36px', padding: '2px', textAlign: 'center', color: color.textMuted })
const button = {
  ...row,
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
/** The word where the columns have room for it; the arrow and its name say it everywhere. */
export const word = style(hideBelow(620))
