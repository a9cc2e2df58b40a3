import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { ellipsis, oneColumn, quiet, row, visuallyHidden } from '#src/ui/theme/mixins.css.ts'
import { from, layer, radius, space, topBarHeight, type } from '#src/ui/theme/tokens.ts'

/** One line at every width. */
export const bar = style({
  ...row,
  position: 'sticky',
  top: 0,
  zIndex: layer.bar,
  gap: space[2],
  minHeight: topBarHeight,
  padding: `${space[1]} ${space[2]} ${space[1]} ${space[3]}`,
  background: color.surface,
  borderBottom: `1px solid ${color.divider}`,
  '@media': { [from.tablet]: { gap: space[3], padding: `${space[2]} ${space[4]}` } },
})
/** Only its mark, where the sidebar is not. */
export const brand = style({ ...row, flex: 'none', '@media': { [from.tablet]: { display: 'none' } } })
export const brandName = style(visuallyHidden)
export const market = style({
  ...row,
  flex: '1 1 auto',
  gap: space[2],
  minWidth: 0,
  '@media': { [from.tablet]: { flex: '1 1 30%', minWidth: '112px' } },
})
export const tools = style({ ...row, flex: 'none', gap: space[1] })
/** A button of the tools: a square on narrow windows, where the room is for the market. */
export const tool = style({
  width: '40px',
  paddingInline: 0,
  '@media': { [from.tablet]: { width: 'auto', paddingInline: space[4] } },
})
export const status = style({ display: 'none', '@media': { [from.desktop]: { display: 'inline' } } })
/** What narrow windows have in the account menu. */
export const onWide = style({ display: 'none', '@media': { [from.tablet]: { display: 'contents' } } })
export const onNarrow = style({ '@media': { [from.tablet]: { display: 'none' } } })
/** A popover of narrow windows; on others its parts stand in the bar. */
export const account = style({
  selectors: {
    '&:popover-open': {
      position: 'fixed',
      inset: `${topBarHeight} ${space[2]} auto auto`,
      display: 'grid',
      justifyItems: 'stretch',
      gap: space[3],
      width: `min(320px, calc(100vw - ${space[4]}))`,
      margin: 0,
      padding: space[4],
      border: `1px solid ${color.line}`,
      borderRadius: radius.medium,
      background: color.raised,
      color: color.text,
      boxShadow: color.shadow,
    },
  },
  '@media': { [from.tablet]: { display: 'contents !important' } },
})
export const user = style({
  ...row,
  justifyContent: 'space-between',
  gap: space[2],
  minWidth: 0,
  '@media': { [from.tablet]: { justifyContent: 'flex-start', flex: '0 1 auto', minWidth: '168px' } },
})
/** Name and, below it, e-mail. */
export const person = style({ ...oneColumn, minWidth: 0, textDecoration: 'none' })
export const name = style({
  ...ellipsis,
  color: color.text,
  fontWeight: type.weight.strong,
  selectors: { [`${person}:hover > &`]: { textDecoration: 'underline' } },
})
export const email = style({ ...ellipsis, ...quiet })
/** On a tablet, where it has no room, the palette has it alone. */
export const inspector = style({
  flex: 'none',
  selectors: { '&[aria-pressed="true"]': { color: color.accent } },
  '@media': {
    [from.tablet]: { display: 'none' },
    [from.desktop]: { display: 'inline-flex' },
  },
})
export const logout = style({ flex: 'none', fontWeight: type.weight.strong })
