import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'
import { tile } from '../admin.css.ts'

export const counter = style([
  tile,
  {
    width: '100%',
    textAlign: 'left',
    cursor: 'pointer',
    selectors: {
      '&:hover': { borderColor: color.line },
      '&[aria-pressed="true"]': { borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}` },
    },
  },
])
export const code = style({ marginInline: `calc(-1 * ${space[2]})`, fontFamily: type.mono, fontSize: type.size.small })
export const fullCode = style({
  flex: 1,
  minWidth: 0,
  padding: space[2],
  border: `1px solid ${color.line}`,
  borderRadius: radius.medium,
  background: color.field,
  fontFamily: type.mono,
  fontSize: type.size.small,
  overflowWrap: 'anywhere',
  userSelect: 'all',
})
export const codeRow = style({ display: 'flex', alignItems: 'center', gap: space[2] })
