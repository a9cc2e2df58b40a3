import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined, tabular, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const progress = style({
  ...tabular,
  ...outlined,
  ...wrappingRow,
  gap: space[3],
  padding: `${space[2]} ${space[3]}`,
  background: color.surface,
})
export const bar = style({ flex: '1 1 160px', minWidth: 0, height: '8px', accentColor: color.accent })

export const list = style(oneColumn)
export const error = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: space[3],
  padding: `${space[2]} ${space[4]}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.divider}` } },
})
export const text = style({ overflowWrap: 'anywhere' })
export const where = style({ color: color.textMuted, fontSize: type.size.small })
export const when = style({
  ...tabular,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'flex-end',
  gap: space[2],
  textAlign: 'right',
  color: color.textMuted,
  fontSize: type.size.small,
  whiteSpace: 'nowrap',
})
