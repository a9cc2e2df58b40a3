import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

export const stack = style({ display: 'grid', gap: space[4], gridTemplateColumns: 'minmax(0, 1fr)' })

/** Switch and buttons wrap separately, so that the switch stays beside the title as long as it fits. */
export const manager = style({})
globalStyle(`${manager} > header`, { justifyContent: 'flex-end' })
globalStyle(`${manager} > header > :first-child`, { marginRight: 'auto' })
globalStyle(`${manager} > header > :last-child`, { display: 'contents' })
export const headerActions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: space[2] })

/** Height limited by the container, so that the list scrolls instead of growing the page. */
export const list = style({
  display: 'grid',
  gap: space[2],
  gridTemplateColumns: 'minmax(0, 1fr)',
  maxHeight: 'min(100cqh - 178px, 640px)',
  overflowY: 'auto',
  listStyle: 'none',
  padding: '2px',
  margin: '-2px',
})
export const row = style({
  display: 'grid',
  gap: `${space[2]} ${space[4]}`,
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'center',
  padding: space[3],
  border: `1px solid ${color.divider}`,
  borderRadius: radius.medium,
  background: color.canvas,
  cursor: 'pointer',
  ':hover': { borderColor: color.line },
  '@media': { [from.tablet]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
export const content = style({ display: 'grid', gap: space[1], minWidth: 0 })
export const header = style({ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: space[2], minWidth: 0 })
export const name = style({
  minWidth: 0,
  padding: 0,
  border: 0,
  background: 'none',
  textAlign: 'left',
  fontWeight: type.weight.strong,
  cursor: 'pointer',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  maxWidth: '100%',
  selectors: { [`${row}:hover &`]: { textDecoration: 'underline', textUnderlineOffset: '3px' } },
})
export const description = style({ overflowWrap: 'anywhere' })
export const facts = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space[3],
  color: color.textMuted,
  fontSize: type.size.small,
  lineHeight: type.line.small,
  overflowWrap: 'anywhere',
})
export const id = style({ fontFamily: type.mono })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[2],
  '@media': { [from.tablet]: { justifyContent: 'flex-end' } },
})

export const section = style({
  display: 'grid',
  gap: space[2],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
})
export const heading = style({ fontSize: type.size.body, fontWeight: type.weight.strong })
export const muted = style({ color: color.textMuted })
export const columns = style({
  display: 'grid',
  gap: space[5],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const imports = style({
  margin: 0,
  padding: space[2],
  maxHeight: '160px',
  overflowY: 'auto',
  borderRadius: radius.small,
  background: color.canvas,
  fontFamily: type.mono,
  fontSize: type.size.small,
  listStyle: 'none',
})

export const files = style({ display: 'grid', gap: space[2], listStyle: 'none', padding: 0 })
export const file = style({
  display: 'grid',
  gap: `${space[1]} ${space[3]}`,
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  padding: `${space[2]} ${space[3]}`,
  border: `1px solid ${color.divider}`,
  borderRadius: radius.medium,
})
export const fileName = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: `${space[1]} ${space[2]}`,
  minWidth: 0,
})
export const fileText = style({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', maxWidth: '100%' })
export const size = style({ flex: 'none', color: color.textMuted, fontSize: type.size.small })
export const fullWidth = style({ gridColumn: '1 / -1' })
export const error = style({ color: color.danger, fontSize: type.size.small, overflowWrap: 'anywhere' })
