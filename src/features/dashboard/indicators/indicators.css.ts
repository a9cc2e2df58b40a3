import { globalStyle, style } from '@vanilla-extract/css'
import { tabularNums } from '#src/ui/theme/layout.css.ts'
import { toneColor } from '#src/ui/theme/tone.css.ts'
import { space } from '#src/ui/theme/tokens.ts'
import { reserveLines } from '../card/reserve-lines.ts'
import { hideBelow } from '../card/hide-below.ts'

/** Hidden where it does not fit beside the longest headline. */
export const scoreWord = style(hideBelow(300))
export const numeric = tabularNums
/** Shrinks in favour of the time beside it. */
export const marketBadges = style({ display: 'flex', gap: space[2], minWidth: 0 })
globalStyle(`${marketBadges} > *`, { minWidth: 0 })
export const time = style({ flex: 'none', marginLeft: 'auto' })
export const gauges = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(60px, 1fr))',
  alignItems: 'start',
  gap: space[2],
  minHeight: '88px',
})
export const keyLevels = style(reserveLines(4, 20, 4))
export const toned = style({ color: toneColor })
