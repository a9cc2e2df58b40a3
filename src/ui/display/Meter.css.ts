import { createVar, style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { tabularNums } from '../theme/tabular-nums.css.ts'
import { toneColor } from '../theme/tone.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

export const ratio = createVar()

export const meter = style({ display: 'grid', gap: space[1], minWidth: 0 })
export const inline = style({
  gridTemplateColumns: '128px minmax(0, 1fr) 5ch',
  alignItems: 'center',
  columnGap: space[2],
  fontSize: type.size.small,
  lineHeight: type.line.small,
})
export const header = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[2],
  fontSize: type.size.small,
  lineHeight: type.line.small,
  selectors: { [`${inline} > &`]: { display: 'contents' } },
})
export const label = style({ color: color.textMuted })
export const value = style([
  tabularNums,
  {
    fontWeight: type.weight.strong,
    selectors: { [`${inline} &`]: { gridArea: '1 / 3', textAlign: 'right' } },
  },
])
/** A single element without clip or child: a screen has dozens of live meters. */
export const track = style({
  height: '6px',
  borderRadius: radius.round,
  background: `linear-gradient(${toneColor}, ${toneColor}) 0 0 / ${ratio} 100% no-repeat ${color.canvas}`,
  boxShadow: `inset 0 0 0 1px ${color.line}`,
  selectors: { [`${inline} > &`]: { gridArea: '1 / 2' } },
})
