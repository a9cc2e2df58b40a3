import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { ellipsis, mono, oneColumn, outlined, quiet } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'
import { filters } from '../admin.css.ts'

/** Notices above a log. */
export const notices = style({
  display: 'grid',
  gap: space[3],
  padding: `${space[3]} ${space[4]}`,
  selectors: { '&:empty': { display: 'none' } },
})
export const tabFilters = style([filters, { paddingTop: 0 }])
export const actor = style({ display: 'inline-grid', minWidth: 0, maxWidth: '100%' })
export const userId = style({ ...quiet, ...ellipsis })
export const alert = style({
  ...oneColumn,
  gap: space[1],
  padding: `${space[2]} 0`,
  overflowWrap: 'anywhere',
  // In a card, whose row has its own.
  '@container': { '(max-width: 719px)': { padding: 0 } },
})
export const resolved = style([alert, { color: color.textMuted }])
/** Of a readable length of line. */
export const description = style({ maxWidth: '80ch' })
export const alertActions = style({ display: 'inline-flex', alignItems: 'center', columnGap: space[3] })
export const details = style({ ...oneColumn, gap: space[3], overflowWrap: 'anywhere' })
/** A field and its value. */
export const property = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 4fr)',
  columnGap: space[3],
})
export const value = style({ margin: 0 })
export const json = style({
  ...outlined,
  ...mono,
  margin: 0,
  padding: space[3],
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
