import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { small, tabular } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
import { hideBelow } from '../card/hide-below.ts'
import { reserveLines } from '../card/reserve-lines.ts'

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
export const breaks = style(reserveLines(5, 20, 8))
export const timeframes = style(reserveLines(6, 20, 8))
/** Two columns: four lines of eight. */
export const clusters = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: space[1],
  gridAutoRows: '20px',
  alignContent: 'start',
  minHeight: '92px',
})
export const cluster = style({ ...tabular, display: 'flex', whiteSpace: 'pre' })
/** All but the first letter of the kind, where both columns have room for it. */
export const restOfKind = style(hideBelow(388))
