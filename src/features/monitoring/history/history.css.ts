import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { tabularNums } from '#src/ui/theme/tabular-nums.css.ts'
import { radius, space } from '#src/ui/theme/tokens.ts'

export const progress = style([
  tabularNums,
  {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: space[3],
    padding: `${space[2]} ${space[3]}`,
    border: `1px solid ${color.divider}`,
    borderRadius: radius.medium,
    background: color.surface,
  },
])
export const bar = style({ flex: '1 1 160px', minWidth: 0, height: '8px', accentColor: color.accent })
