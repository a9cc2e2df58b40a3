import { fallbackVar, globalStyle, style } from '@vanilla-extract/css'
import { inset } from '#src/ui/cards/Card.css.ts'
import { displayText, oneColumn, quiet, tabular, outlined, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'
import { toneColor, color } from '#src/ui/theme/color.css.ts'

export const totals = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(150px, 100%), 1fr))',
  gap: space[4],
})
export const total = style({ display: 'grid', alignContent: 'start', minWidth: 0 })
export const value = style({ ...tabular, ...displayText, fontWeight: type.weight.strong, overflowWrap: 'anywhere' })
export const word = style({ fontSize: type.size.title, color: toneColor })
export const detail = style({ ...tabular, ...quiet, minHeight: type.line.small, overflowWrap: 'anywhere' })
export const columns = style({
  ...oneColumn,
  alignItems: 'stretch',
  gap: space[4],
  '@media': { [from.desktop]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)' } },
})
/** Beside a higher card its rows are higher; in a narrow one its names wrap, so that no column is cut. */
export const categories = style({})
globalStyle(`${categories} table`, { height: '100%' })
globalStyle(`${categories} table :is(th, td)`, {
  padding: `${space[1]} ${space[2]}`,
})
globalStyle(`${categories} table :is(th, td):first-child`, {
  paddingLeft: fallbackVar(inset, space[4]),
  whiteSpace: 'normal',
})
globalStyle(`${categories} table :is(th, td):last-child`, { paddingRight: fallbackVar(inset, space[4]) })

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
