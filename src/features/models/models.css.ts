import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import {
  ellipsis,
  mono,
  oneColumn,
  outlined,
  quiet,
  textButton,
  twoColumns,
  wrappingRow,
} from '#src/ui/theme/mixins.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

/** Switch and buttons wrap separately, so that the switch stays beside the title as long as it fits. */
export const manager = style({})
globalStyle(`${manager} > header`, { justifyContent: 'flex-end' })
globalStyle(`${manager} > header > :first-child`, { marginRight: 'auto' })
globalStyle(`${manager} > header > :last-child`, { display: 'contents' })
export const headerActions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: space[2] })

/** Height limited by the container, so that the list scrolls instead of growing the page. */
export const list = style({
  ...oneColumn,
  gap: space[2],
  maxHeight: 'min(100cqh - 178px, 640px)',
  overflowY: 'auto',
  padding: '2px',
  margin: '-2px',
})
export const row = style({
  ...outlined,
  ...oneColumn,
  gap: `${space[2]} ${space[4]}`,
  alignItems: 'center',
  padding: space[3],
  background: color.canvas,
  cursor: 'pointer',
  ':hover': { borderColor: color.line },
  '@media': { [from.tablet]: { gridTemplateColumns: 'minmax(0, 1fr) auto' } },
})
export const content = style({ display: 'grid', gap: space[1], minWidth: 0 })
export const header = style({ ...wrappingRow, gap: space[2], minWidth: 0 })
export const name = style({
  ...textButton,
  ...ellipsis,
  minWidth: 0,
  fontWeight: type.weight.strong,
  maxWidth: '100%',
  selectors: { [`${row}:hover &`]: { textDecoration: 'underline', textUnderlineOffset: '3px' } },
})
export const description = style({ overflowWrap: 'anywhere' })
export const facts = style({
  ...quiet,
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space[3],
  overflowWrap: 'anywhere',
})
export const id = style({ fontFamily: type.mono })
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[2],
  '@media': { [from.tablet]: { justifyContent: 'flex-end' } },
})

export const section = style({ ...oneColumn, gap: space[2], alignContent: 'start' })
export const heading = style({ fontSize: type.size.body, fontWeight: type.weight.strong })
export const columns = style({ ...twoColumns, gap: space[5] })
export const imports = style({
  ...mono,
  margin: 0,
  padding: space[2],
  maxHeight: '160px',
  overflowY: 'auto',
  borderRadius: radius.small,
  background: color.canvas,
})

export const tableFilters = style({
  display: 'grid',
  gap: space[3],
  alignItems: 'end',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
  paddingBottom: space[3],
})

export const files = style({ display: 'grid', gap: space[2] })
export const file = style({
  ...outlined,
  display: 'grid',
  gap: `${space[1]} ${space[3]}`,
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'center',
  padding: `${space[2]} ${space[3]}`,
})
export const fileName = style({ ...wrappingRow, gap: `${space[1]} ${space[2]}`, minWidth: 0 })
export const fileText = style({ ...ellipsis, maxWidth: '100%' })
export const size = style({ flex: 'none', color: color.textMuted, fontSize: type.size.small })
export const fullWidth = style({ gridColumn: '1 / -1' })
export const error = style({ color: color.danger, fontSize: type.size.small, overflowWrap: 'anywhere' })
export const wrapping = style({ whiteSpace: 'normal', overflowWrap: 'anywhere' })
