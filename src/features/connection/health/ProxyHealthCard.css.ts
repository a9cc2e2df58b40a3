import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { tabularNums } from '#src/ui/theme/tabular-nums.css.ts'
import { toneColor } from '#src/ui/theme/tone.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const tiles = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: space[2],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})
export const tile = style({
  minWidth: 0,
  padding: `${space[2]} ${space[3]}`,
  border: `1px solid ${color.divider}`,
  borderLeft: `3px solid ${toneColor}`,
  borderRadius: radius.medium,
})
export const name = style({ color: color.textMuted, fontSize: type.size.small, fontWeight: type.weight.regular })
export const value = style([
  tabularNums,
  { color: toneColor, fontSize: type.size.title, fontWeight: type.weight.strong },
])
export const note = style({ color: color.textMuted, fontSize: type.size.small, overflowWrap: 'anywhere' })
export const details = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const heading = style({ marginBottom: space[1], fontSize: type.size.small })
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] })
