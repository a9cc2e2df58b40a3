import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, small, tabular } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
import { stack } from '../card/card.css.ts'
import { hideBelow } from '../card/hide-below.ts'

const row = style({
  ...tabular,
  ...small,
  display: 'grid',
  gap: space[2],
  alignItems: 'center',
  minHeight: '20px',
  whiteSpace: 'nowrap',
})
// Positioned, so that visually hidden text cannot extend beyond a clipped name.
globalStyle(`${row} > span`, { position: 'relative', minWidth: 0, overflow: 'clip', textOverflow: 'ellipsis' })
export const breakRow = style([
  row,
  {
    gridTemplateColumns: '16px minmax(0, 1fr) 28px minmax(52px, max-content) minmax(38px, max-content)',
    textAlign: 'right',
  },
])
export const timeframeRow = style([row, { gridTemplateColumns: '28px minmax(0, 1fr) 48px 36px', textAlign: 'right' }])
export const name = style({ textAlign: 'left' })
export const timeframe = style({ textAlign: 'left', color: color.textMuted, fontWeight: type.weight.strong })
/** A line for each of the most there can be: the same height with fewer, and more space between them in a taller card. */
const lines = (count: number) => ({ gridTemplateRows: `repeat(${count}, minmax(20px, 1fr))`, alignItems: 'center' })
export const breaks = style(lines(5))
export const timeframes = style(lines(6))
/** Two columns: four lines of eight. */
export const clusters = style({
  ...lines(4),
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: space[1],
})
/** The three lists, which take what a taller card has to spare. */
export const lists = style({ ...oneColumn, alignContent: 'stretch', rowGap: space[3] })
globalStyle(`${lists} > section`, { gridTemplateRows: 'auto 1fr', alignContent: 'stretch' })
globalStyle(`${stack}:has(> ${lists})`, { gridTemplateRows: 'auto auto auto 1fr' })
export const cluster = style({ ...tabular, display: 'flex', whiteSpace: 'pre' })
/** All but the first letter of the kind, where both columns have room for it. */
export const restOfKind = style(hideBelow(388))
