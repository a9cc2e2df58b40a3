import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'

export const panels = style({
  display: 'grid',
  gap: space[4],
  '@media': { [from.tablet]: { gridTemplateColumns: '1fr 1fr' } },
})
export const stack = style({ display: 'grid', gap: space[3] })
export const errors = style({ display: 'grid', gap: space[1], fontSize: type.size.small })
export const heading = style({ color: color.textMuted, fontSize: type.size.small })
export const error = style({ display: 'flex', justifyContent: 'space-between', gap: space[3] })
export const text = style({ color: color.danger, overflowWrap: 'anywhere' })
export const when = style([figures, { flex: 'none', color: color.textMuted }])
export const action = style({ justifySelf: 'start' })
