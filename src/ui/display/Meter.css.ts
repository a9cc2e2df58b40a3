import { createVar, style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { figures } from '../theme/figures.css.ts'
import { toneColor } from '../theme/tone.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

export const share = createVar()

export const meter = style({ display: 'grid', gap: space[1], minWidth: 0 })
export const onOneLine = style({
  gridTemplateColumns: '128px minmax(0, 1fr) 5ch',
  alignItems: 'center',
  columnGap: space[2],
  fontSize: type.size.small,
  lineHeight: type.line.small,
})
export const head = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[2],
  fontSize: type.size.small,
  lineHeight: type.line.small,
  selectors: { [`${onOneLine} > &`]: { display: 'contents' } },
})
export const label = style({ color: color.textMuted })
export const value = style([
  figures,
  {
    fontWeight: type.weight.strong,
    selectors: { [`${onOneLine} &`]: { gridArea: '1 / 3', textAlign: 'right' } },
  },
])
export const track = style({
  height: '6px',
  overflow: 'hidden',
  borderRadius: radius.round,
  background: color.canvas,
  boxShadow: `inset 0 0 0 1px ${color.line}`,
  selectors: { [`${onOneLine} > &`]: { gridArea: '1 / 2' } },
})
export const fill = style({
  height: '100%',
  borderRadius: radius.round,
  background: toneColor,
  transformOrigin: 'left',
  transform: `translateX(calc((${share} - 1) * 100%))`,
})
