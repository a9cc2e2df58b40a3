import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { tabularNums } from '#src/ui/theme/tabular-nums.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[2],
})
export const actions = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[2] })
export const heading = style({ fontSize: type.size.body })
export const state = style({ minHeight: type.line.body, color: color.textMuted })
export const tail = style({
  height: '220px',
  overflow: 'auto',
  border: `1px solid ${color.divider}`,
  borderRadius: radius.medium,
  background: color.field,
  fontSize: type.size.small,
  lineHeight: type.line.small,
})
export const line = style([
  tabularNums,
  {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    padding: `${space[1]} ${space[2]}`,
    borderBottom: `1px solid ${color.divider}`,
  },
])
export const lineHeader = style({ display: 'flex', flexWrap: 'wrap', columnGap: space[3], color: color.textMuted })
export const lineText = style({
  fontFamily: type.mono,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const gap = style({
  padding: `${space[1]} ${space[2]}`,
  color: color.warning,
  borderBottom: `1px solid ${color.divider}`,
})
