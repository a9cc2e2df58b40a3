import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { tabularNums as tabular } from '#src/ui/theme/tabular-nums.css.ts'
import { toneColor } from '#src/ui/theme/tone.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'

export const totals = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))',
  gap: space[4],
})
export const total = style({ display: 'grid', alignContent: 'start', minWidth: 0 })
export const label = style({ color: color.textMuted, fontSize: type.size.small, lineHeight: type.line.small })
export const value = style([
  tabular,
  {
    fontSize: type.size.display,
    lineHeight: type.line.display,
    fontWeight: type.weight.strong,
    overflowWrap: 'anywhere',
  },
])
export const word = style({ fontSize: type.size.title, color: toneColor })
export const detail = style([
  tabular,
  {
    minHeight: type.line.small,
    color: color.textMuted,
    fontSize: type.size.small,
    lineHeight: type.line.small,
    overflowWrap: 'anywhere',
  },
])
export const columns = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'stretch',
  gap: space[4],
  '@media': { [from.desktop]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' } },
})
