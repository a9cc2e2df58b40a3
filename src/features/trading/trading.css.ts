import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'

const oneColumn = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const

export const screen = style({ ...oneColumn, gap: space[4] })
export const placeholders = style({
  ...oneColumn,
  gap: space[4],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const stack = style({ ...oneColumn, gap: space[4] })
export const bar = style({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: `${space[1]} ${space[3]}` })
export const heading = style({ fontSize: type.size.body })
export const age = style({ marginLeft: 'auto', color: color.textMuted, fontSize: type.size.small })
/** As many columns as fit. */
export const cards = style({
  display: 'grid',
  gap: space[3],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] })
export const quiet = style({ color: color.textMuted, fontSize: type.size.small, lineHeight: type.line.small })
export const notice = style({ color: color.warning, fontSize: type.size.small, lineHeight: type.line.small })
export const hidden = style({ display: 'none' })
