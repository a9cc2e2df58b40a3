import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const section = style({ position: 'relative', display: 'grid', gap: space[3], minWidth: 0 })
export const title = style({ fontSize: type.size.title, lineHeight: type.line.title })
export const notice = style({ display: 'flex', alignItems: 'center', gap: space[2], color: color.textMuted })
/** As many columns as there is room for; cards of one row are equally high. */
export const grid = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(340px, 100%), 1fr))',
})
