import { createContainer, style, type CSSProperties, type StyleRule } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import {
  ellipsis,
  mono,
  oneColumn,
  outlined,
  quiet,
  row,
  textButton,
  twoColumns,
  wrappingRow,
} from '#src/ui/theme/mixins.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

const models = createContainer()
/** What a row leaves on its line depends on the width of the card. */
export const manager = style({ containerType: 'inline-size', containerName: models })
/** Rules of narrow cards, and of those that are narrower still. */
const inNarrow = (rule: CSSProperties, narrower?: CSSProperties): StyleRule => ({
  '@container': {
    [`${models} (max-width: 560px)`]: rule,
    ...(narrower && { [`${models} (max-width: 380px)`]: narrower }),
  },
})
export const bar = style({ ...row, flex: 1, justifyContent: 'space-between', gap: space[2], minWidth: 0 })
export const barActions = style({ ...row, gap: space[2] })

/** Height limited by the container, so that the list scrolls instead of growing the page. */
export const list = style({
  ...oneColumn,
  gap: space[2],
  maxHeight: 'min(100cqh - 208px, 640px)',
  overflowY: 'auto',
  padding: '2px',
  margin: '-2px',
})
/** What it is, and what can be done with it: at its right, on narrow cards beside its dates, or else below them. */
export const model = style({
  ...outlined,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  columnGap: space[4],
  alignItems: 'center',
  padding: space[3],
  background: color.canvas,
  cursor: 'pointer',
  ':hover': { borderColor: color.line },
  ...inNarrow({ columnGap: space[2] }),
})
export const content = style({
  display: 'grid',
  gap: space[1],
  minWidth: 0,
  ...inNarrow({ gridColumn: '1 / -1', marginBottom: space[1] }),
})
export const header = style({ ...wrappingRow, gap: space[2], minWidth: 0 })
export const name = style({
  ...textButton,
  ...ellipsis,
  minWidth: 0,
  fontWeight: type.weight.strong,
  maxWidth: '100%',
  selectors: { [`${model}:hover &`]: { textDecoration: 'underline', textUnderlineOffset: '3px' } },
})
export const description = style({ overflowWrap: 'anywhere' })
/** One line, of which the id gives way: its tooltip and the details have all of it. */
export const facts = style({ ...quiet, display: 'flex', columnGap: space[3], minWidth: 0, whiteSpace: 'nowrap' })
export const fact = style({ ...ellipsis, flex: '0 1 auto' })
export const id = style({ ...ellipsis, order: 1, flex: '1 1 0', minWidth: '6ch', fontFamily: type.mono })
export const dates = style([facts, inNarrow({ flexDirection: 'column' })])
export const actions = style({
  ...row,
  gap: space[2],
  gridArea: '1 / 2 / 3 / 3',
  ...inNarrow({ gridArea: '2 / 2' }, { gridArea: '3 / 1 / 4 / 3', marginTop: space[2] }),
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
