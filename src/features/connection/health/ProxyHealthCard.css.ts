import { style } from '@vanilla-extract/css'
import { color, toneColor } from '#src/ui/theme/color.css.ts'
import { outlined, tabular } from '#src/ui/theme/mixins.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'
export const tiles = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: space[2],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})
export const tile = style({
  ...outlined,
  minWidth: 0,
  padding: `${space[2]} ${space[3]}`,
  borderLeft: `3px solid ${toneColor}`,
})
export const name = style({ color: color.textMuted, fontSize: type.size.small, fontWeight: type.weight.regular })
export const value = style({ ...tabular, color: toneColor, fontSize: type.size.title, fontWeight: type.weight.strong })
export const note = style({ color: color.textMuted, fontSize: type.size.small, overflowWrap: 'anywhere' })
export const heading = style({ marginBottom: space[1], fontSize: type.size.small })
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] })
