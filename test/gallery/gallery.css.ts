import { createVar, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

export const screen = style({ display: 'grid', gap: space[4], padding: space[4], maxWidth: '1600px', margin: '0 auto' })
export const grid = style({
  display: 'grid',
  gap: space[4],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [from.desktop]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const stack = style({ display: 'grid', gap: space[4], gridTemplateColumns: 'minmax(0, 1fr)' })
export const row = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[2] })
export const columns = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
})
export const fill = createVar()
export const swatch = style({
  height: '32px',
  borderRadius: radius.small,
  border: `1px solid ${color.divider}`,
  background: fill,
})
export const name = style({ fontFamily: type.mono, fontSize: type.size.small, color: color.textMuted })
export const display = style({ fontSize: type.size.display, lineHeight: type.line.display })
export const title = style({ fontSize: type.size.title, lineHeight: type.line.title })
export const small = style({ fontSize: type.size.small, color: color.textMuted })
