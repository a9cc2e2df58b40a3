import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const form = style({ display: 'grid', gap: space[4] })
export const scopes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))',
  gap: space[2],
  margin: 0,
  padding: space[3],
  border: `1px solid ${color.line}`,
})
export const secret = style({ fontFamily: type.mono, overflowWrap: 'anywhere' })
