import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { ellipsis, oneColumn, outlined, small, tabular, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
export const bar = style({ ...wrappingRow, justifyContent: 'space-between', gap: space[2] })
export const heading = style({ fontSize: type.size.body })
export const state = style({ minHeight: type.line.body, color: color.textMuted })
export const tail = style({ ...outlined, ...small, height: '220px', overflow: 'auto', background: color.field })
export const line = style({
  ...tabular,
  ...oneColumn,
  padding: `${space[1]} ${space[2]}`,
  borderBottom: `1px solid ${color.divider}`,
})
export const lineHeader = style({ display: 'flex', flexWrap: 'wrap', columnGap: space[3], color: color.textMuted })
export const lineText = style({ ...ellipsis, fontFamily: type.mono })
export const gap = style({
  padding: `${space[1]} ${space[2]}`,
  color: color.warning,
  borderBottom: `1px solid ${color.divider}`,
})
