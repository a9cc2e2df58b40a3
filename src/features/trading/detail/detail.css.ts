import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { tabularNums } from '#src/ui/theme/tabular-nums.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

const oneColumn = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' } as const

export const columns = style({
  ...oneColumn,
  gap: space[6],
  alignItems: 'start',
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const column = style({ ...oneColumn, gap: space[6] })
export const section = style({ ...oneColumn, gap: space[2] })
export const title = style({
  paddingBottom: space[1],
  borderBottom: `1px solid ${color.divider}`,
  fontSize: type.size.body,
})
export const items = style({ ...oneColumn, gap: space[2], margin: 0, padding: 0, listStyle: 'none' })
export const item = style({
  ...oneColumn,
  gap: space[1],
  padding: space[3],
  border: `1px solid ${color.divider}`,
  borderRadius: radius.medium,
  background: color.surface,
})
export const header = style({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: space[2] })
export const name = style({ fontWeight: type.weight.strong, overflowWrap: 'anywhere' })
export const end = style([tabularNums, { marginLeft: 'auto', whiteSpace: 'nowrap' }])
export const quiet = style({
  color: color.textMuted,
  fontSize: type.size.small,
  lineHeight: type.line.small,
  overflowWrap: 'anywhere',
})
export const description = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
export const bars = style({ ...oneColumn, gap: space[2] })
/** Narrow, so that labels stay close to their values. */
export const narrow = style({ maxWidth: '240px' })
export const past = style({
  ...oneColumn,
  gap: space[1],
  maxHeight: '420px',
  overflowY: 'auto',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const row = style([
  tabularNums,
  {
    display: 'flex',
    alignItems: 'center',
    flexWrap: 'wrap',
    gap: `${space[1]} ${space[3]}`,
    padding: `${space[1]} 0`,
    borderBottom: `1px solid ${color.divider}`,
    fontSize: type.size.small,
  },
])
export const whyToggle = style({ marginLeft: 'auto', justifySelf: 'end' })
