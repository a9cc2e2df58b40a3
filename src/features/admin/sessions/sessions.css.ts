import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { panel, row, tabular, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { controlHeight, onTouch, radius, space, type } from '#src/ui/theme/tokens.ts'

export const list = style({ display: 'grid', gap: space[2] })
export const group = style({ ...panel, minWidth: 0 })
export const header = style({
  ...wrappingRow,
  gap: space[2],
  padding: `${space[2]} ${space[3]} ${space[2]} ${space[2]}`,
  // Links reach beyond their line.
  '@media': { [onTouch]: { rowGap: space[3] } },
})
export const heading = style({ flex: '1 1 200px', minWidth: 0 })
export const toggle = style({
  ...row,
  gap: space[2],
  width: '100%',
  minHeight: controlHeight.medium,
  padding: `${space[1]} ${space[2]}`,
  border: 0,
  borderRadius: radius.small,
  background: 'none',
  fontWeight: type.weight.strong,
  textAlign: 'left',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  selectors: { '&:hover': { background: color.hover } },
})
export const arrow = style({
  flex: 'none',
  selectors: { '[aria-expanded="true"] > &': { transform: 'rotate(90deg)' } },
})
export const counts = style({
  ...tabular,
  display: 'flex',
  gap: space[2],
  color: color.textMuted,
  fontSize: type.size.small,
})
export const body = style({ borderTop: `1px solid ${color.divider}` })
/** Equal column widths in the tables of all users. */
globalStyle(`${body} table`, { tableLayout: 'fixed' })
globalStyle(`${body} td, ${body} th`, { whiteSpace: 'normal', overflowWrap: 'anywhere' })
globalStyle(`${body} th:nth-child(1)`, { width: '104px' })
globalStyle(`${body} th:nth-child(2)`, { width: '20%' })
