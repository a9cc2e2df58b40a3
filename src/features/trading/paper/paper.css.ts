import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { tabular, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

/** The figures of the account: as many in a row as fit. */
export const figures = style({
  ...tabular,
  display: 'grid',
  gap: space[3],
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(45%, 120px), 1fr))',
})
export const figure = style({ display: 'grid', minWidth: 0 })
export const value = style({ fontSize: type.size.title, fontWeight: type.weight.strong })
export const gain = style({ color: color.success })
export const loss = style({ color: color.danger })
export const actions = style({ ...wrappingRow, justifyContent: 'flex-end', gap: space[2] })
export const curve = style({ width: '100%', height: '72px', stroke: color.accent, fill: 'none', strokeWidth: '2px' })
export const start = style({ ...wrappingRow, justifyContent: 'space-between', gap: space[3] })
/** A week a row; narrow windows keep the figures alone. */
export const calendar = style({
  ...tabular,
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'collapse',
  fontSize: type.size.small,
})
globalStyle(`${calendar} th`, { fontSize: type.size.small, color: color.textMuted, textAlign: 'left' })
globalStyle(`${calendar} td`, {
  padding: `${space[2]} 0`,
  verticalAlign: 'top',
  borderTop: `1px solid ${color.divider}`,
})
globalStyle(`${calendar} td > span`, { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' })
export const note = style({ display: 'flex', gap: space[2], alignItems: 'start' })
globalStyle(`${note} > :first-child`, { flexGrow: 1 })
globalStyle(`${note} > button`, { marginTop: space[6] })
export const filters = style({ ...wrappingRow, alignItems: 'end', gap: space[2] })
/** What would move when the account above it is known. */
export const pending = style({ visibility: 'hidden' })
/** In one line where a table has room for it, which scrolls sideways; in a card they wrap. */
export const rowActions = style([actions, { width: 'max-content', maxWidth: '100%' }])
