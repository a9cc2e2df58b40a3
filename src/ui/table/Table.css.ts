import { createContainer, globalStyle, style, type GlobalStyleRule } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { tabular, visuallyHidden } from '../theme/mixins.css.ts'
import { space, type } from '../theme/tokens.ts'

export const frame = style({ overflowX: 'auto', minWidth: 0 })
export const table = style({ width: '100%', borderCollapse: 'collapse' })
export const numeric = style(tabular)
export const wrapping = style({})

globalStyle(`${table} th, ${table} td`, {
  height: '36px',
  padding: `${space[1]} ${space[3]}`,
  borderBottom: `1px solid ${color.divider}`,
  textAlign: 'left',
  whiteSpace: 'nowrap',
})
// In the middle of a table that is wider than its frame, the hidden caption would widen the page.
globalStyle(`${table} caption`, { textAlign: 'left' })
globalStyle(`${table} th.${numeric}, ${table} td.${numeric}`, { textAlign: 'right' })
globalStyle(`${table} td.${wrapping}`, { minWidth: '18ch', whiteSpace: 'normal' })
globalStyle(`${table} thead th`, {
  color: color.textMuted,
  fontSize: type.size.small,
  fontWeight: type.weight.strong,
})
globalStyle(`${table} tbody tr:hover`, { background: color.hover })
globalStyle(`${table} tbody tr:last-child td`, { borderBottom: 0 })

const room = createContainer()
export const stacked = style({ containerType: 'inline-size', containerName: room })
/** Below this container width rows are cards: the first cell is the title, the others stand in two columns, one alone on a line of its own. */
const narrow = (selector: string, rule: GlobalStyleRule) =>
  globalStyle(`${stacked} ${selector}`, { '@container': { [`${room} (max-width: 619px)`]: rule } })
narrow('table', { display: 'block' })
narrow('tbody', { display: 'block' })
export const sortable = style({})
/** Visually hidden, but available to screen readers; buttons that sort stand in a line above the cards, which scrolls. */
narrow(`thead:not(.${sortable}), ${stacked} th:not([aria-sort])`, visuallyHidden)
narrow(`thead.${sortable}`, { display: 'block', borderBottom: `1px solid ${color.divider}` })
narrow(`thead.${sortable} tr`, { display: 'flex', gap: space[4], padding: `0 ${space[3]}`, overflowX: 'auto' })
narrow(`thead.${sortable} th[aria-sort]`, { display: 'flex', alignItems: 'center', padding: 0, border: 0 })
narrow('tbody tr', {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: `${space[1]} ${space[5]}`,
  padding: space[3],
  borderBottom: `1px solid ${color.divider}`,
})
narrow(`tbody td, ${stacked} tbody td.${numeric}`, {
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[2],
  height: 'auto',
  padding: 0,
  border: 0,
  textAlign: 'right',
  whiteSpace: 'normal',
})
narrow(`tbody td.${wrapping}`, { gridColumn: '1 / -1', minWidth: 0 })
/** Nothing to say, so no label either. */
narrow('tbody td:empty', { display: 'none' })
narrow('tbody td:first-child', { gridColumn: '1 / -1', textAlign: 'left', fontWeight: type.weight.strong })
narrow('tbody td:last-child:nth-child(even)', { gridColumn: '1 / -1' })
narrow('tbody td:not(:first-child)::before', {
  content: 'attr(data-label)',
  flex: 'none',
  color: color.textMuted,
  fontSize: type.size.small,
  textAlign: 'left',
})
