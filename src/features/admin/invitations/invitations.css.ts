import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { mono, row } from '#src/ui/theme/mixins.css.ts'
import { from, radius, space } from '#src/ui/theme/tokens.ts'
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
export const code = style({ ...mono, marginInline: `calc(-1 * ${space[2]})` })
export const fullCode = style({
  ...mono,
  flex: 1,
  minWidth: 0,
  padding: space[2],
  border: `1px solid ${color.line}`,
  borderRadius: radius.medium,
  background: color.field,
  overflowWrap: 'anywhere',
  userSelect: 'all',
})
export const actions = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: space[1],
  '@media': { [from.wide]: { flexWrap: 'nowrap' } },
})
export const codeRow = style({ ...row, gap: space[2] })
