import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, touchable } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const list = style({ ...oneColumn, gap: space[4], listStyle: 'none', margin: 0, padding: 0 })
export const item = style({
  ...oneColumn,
  gap: space[3],
  selectors: { '& + &': { borderTop: `1px solid ${color.divider}`, paddingTop: space[4] } },
})
export const file = style({ fontSize: type.size.body, overflowWrap: 'anywhere' })
export const summary = style({ ...touchable, cursor: 'pointer', fontSize: type.size.small })
export const error = style({ color: color.danger, fontSize: type.size.small, overflowWrap: 'anywhere' })
