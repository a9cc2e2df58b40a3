import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { outlined, tabular, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const progress = style({
  ...tabular,
  ...outlined,
  ...wrappingRow,
  gap: space[3],
  padding: `${space[2]} ${space[3]}`,
  background: color.surface,
})
export const bar = style({ flex: '1 1 160px', minWidth: 0, height: '8px', accentColor: color.accent })
