import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { mono, oneColumn, outlined } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
import { filters, row } from '../admin.css.ts'

export const oneLine = style({ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: space[2] })
export const twoLines = style({ display: 'inline-grid' })
/** Notices above a log. */
export const notices = style({
  display: 'grid',
  gap: space[3],
  padding: `${space[3]} ${space[4]}`,
  selectors: { '&:empty': { display: 'none' } },
})
/** No top padding: the tabs have a margin already. */
export const toolbar = style([row, { justifyContent: 'flex-end', padding: `0 ${space[4]} ${space[3]}` }])
export const tabFilters = style([filters, { paddingTop: 0 }])
export const actor = style({ display: 'inline-grid', minWidth: 0 })
export const details = style({
  ...outlined,
  ...mono,
  margin: 0,
  padding: space[3],
  overflowX: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
export const alerts = style({ ...oneColumn, gap: space[3], padding: `0 ${space[4]} ${space[4]}` })
export const alert = style({ ...outlined, ...oneColumn, gap: space[2], padding: space[4], overflowWrap: 'anywhere' })
export const resolved = style([alert, { color: color.textMuted }])
export const alertTitle = style({ flex: '1 1 200px', overflowWrap: 'anywhere' })
export const properties = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${space[1]} ${space[4]}`,
  fontSize: type.size.small,
  color: color.textMuted,
})
export const property = style({
  display: 'inline-flex',
  flexWrap: 'wrap',
  columnGap: space[1],
  minWidth: 0,
  overflowWrap: 'anywhere',
})
export const propertyValue = style({ margin: 0, color: color.text })
export const section = style({ fontWeight: type.weight.strong, paddingTop: space[2] })
