import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet, row as rowOf, tabular, tallOnTouch } from '#src/ui/theme/mixins.css.ts'
import { onTouch, radius, space, touchTarget, type } from '#src/ui/theme/tokens.ts'

export const root = style({ display: 'grid', gap: space[2], width: '400px', maxWidth: '100%', padding: space[2] })
export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' })
export const row = style({
  ...rowOf,
  borderRadius: radius.small,
  selectors: { '&[data-chosen=true]': { boxShadow: `inset 2px 0 0 ${color.accent}` } },
})
export const handle = style({
  ...tallOnTouch,
  display: 'grid',
  placeItems: 'center',
  width: '24px',
  minHeight: '32px',
  color: color.textMuted,
  cursor: 'grab',
  // The list must not scroll under a finger that drags a row.
  touchAction: 'none',
  selectors: { '&[data-shown=false]': { visibility: 'hidden' } },
})
const plain = {
  ...tallOnTouch,
  minHeight: '32px',
  border: 0,
  borderRadius: radius.small,
  background: 'transparent',
  color: 'inherit',
  cursor: 'pointer',
} as const
export const choice = style({
  ...plain,
  flex: 1,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto minmax(104px, auto)',
  alignItems: 'center',
  columnGap: space[3],
  padding: `${space[1]} ${space[2]}`,
  textAlign: 'start',
  selectors: { '&:hover': { background: color.hover } },
})
export const name = style({ fontWeight: type.weight.strong })
export const price = style({ ...tabular, textAlign: 'end' })
export const change = style({ ...tabular, fontSize: type.size.small, textAlign: 'end', whiteSpace: 'nowrap' })
export const range = style({ ...tabular, ...quiet, gridColumn: '1 / -1' })
export const pin = style({
  ...plain,
  display: 'grid',
  placeItems: 'center',
  width: '32px',
  '@media': { [onTouch]: { minWidth: touchTarget, minHeight: touchTarget } },
  color: color.textMuted,
  selectors: {
    '&:hover': { background: color.hover, color: color.text },
    '&[aria-pressed=true]': { color: color.accent },
  },
})
export const hint = style({ fontSize: type.size.small, color: color.textMuted })
/** For who has keys. */
export const byKey = style({ '@media': { [onTouch]: { display: 'none' } } })
