import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined, row, tabular, titleText, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { from, motion, radius, space, type } from '#src/ui/theme/tokens.ts'

/** One, two or four columns, never three. */
export const cards = style({
  ...oneColumn,
  gap: space[3],
  '@media': {
    [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    [from.desktop]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
  },
})
export const item = style({ display: 'grid', minWidth: 0 })
export const card = style({
  ...oneColumn,
  gridTemplateRows: 'auto 1fr',
  gap: space[2],
  padding: space[4],
  border: `1px solid ${color.divider}`,
  borderRadius: radius.large,
  background: color.raised,
  color: color.text,
  textAlign: 'left',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  transition: `border-color ${motion.fast}`,
  selectors: {
    '&:hover': { borderColor: color.line },
    '&[aria-pressed="true"]': { borderColor: color.accent, boxShadow: `inset 0 0 0 1px ${color.accent}` },
  },
})
/** Return and luck of a card. */
export const outcome = style({ ...tabular, ...wrappingRow, justifyContent: 'space-between', gap: space[2] })
export const tried = style({ display: 'grid', gap: space[4], paddingTop: space[3] })
export const header = style({ ...row, gap: space[2] })
export const preview = style({
  display: 'grid',
  gap: space[4],
  padding: space[4],
  border: `1px solid ${color.accent}`,
  borderRadius: radius.large,
})
export const group = style({ display: 'grid', alignContent: 'start', gap: space[2] })
/** The way without a template. */
export const way = style({
  ...wrappingRow,
  ...outlined,
  justifyContent: 'space-between',
  gap: space[3],
  padding: space[4],
})
export const title = style(titleText)
export const subtitle = style({ fontSize: type.size.body })
export const rules = style({ display: 'grid', gap: space[1] })
export const footer = style({ ...wrappingRow, justifyContent: 'space-between', gap: space[3] })
