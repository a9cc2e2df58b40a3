import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const bar = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: space[3] })
export const heading = style({ fontSize: type.size.body })
export const json = style({
  maxHeight: '50vh',
  overflow: 'auto',
  padding: space[3],
  border: `1px solid ${color.divider}`,
  borderRadius: radius.medium,
  background: color.field,
  fontSize: type.size.small,
  lineHeight: type.line.body,
  overflowWrap: 'normal',
})
