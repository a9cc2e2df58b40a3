import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const filters = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
  gap: space[3],
})
export const total = style({ fontSize: type.size.title, fontWeight: 600 })
/** As wide as tables need to have columns. */
export const tables = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 640px), 1fr))',
  gap: space[4],
  alignItems: 'start',
})
/** Its names are long, and there are many of them. */
export const wholeWidth = style({ gridColumn: '1 / -1', minWidth: 0 })
/** Too few cases to say anything. */
export const few = style({ color: color.textMuted, fontStyle: 'italic' })
