import { style } from '@vanilla-extract/css'
import { tabularNums } from '#src/ui/theme/layout.css.ts'
import { space } from '#src/ui/theme/tokens.ts'
import { reserveLines } from '../card/reserve-lines.ts'
import { toneColor } from '#src/ui/theme/color.css.ts'

export const numeric = tabularNums
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
