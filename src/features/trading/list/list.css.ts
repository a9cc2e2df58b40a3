import { createVar, globalStyle, style } from '@vanilla-extract/css'
import { color, toneColor } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined, small, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

export const item = style({ display: 'grid', minWidth: 0 })
export const card = style({ background: color.raised })
export const body = style({ ...oneColumn, gap: space[1], alignContent: 'start' })
/** Always two lines high, so that the content below aligns across a row of cards. */
export const description = style({
  minHeight: '40px',
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
})
export const actions = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: space[2],
  width: '100%',
  '@media': { [`not ${from.tablet}`]: { gap: space[1] } },
})
// All of them fit in one row of a narrow screen.
globalStyle(`${actions} > button`, { '@media': { [`not ${from.tablet}`]: { paddingInline: '6px' } } })
globalStyle(`${actions} > :first-child svg`, { '@media': { [`not ${from.tablet}`]: { display: 'none' } } })
/** Subdued, because every card has it; the confirm dialog is not. */
export const remove = style({ marginLeft: 'auto', color: color.danger })
export const draft = style({ ...wrappingRow, ...outlined, gap: space[2], padding: `${space[2]} ${space[3]}` })
export const draftName = style({ fontWeight: type.weight.strong, overflowWrap: 'anywhere' })
export const draftActions = style({ display: 'flex', gap: space[2], marginLeft: 'auto' })
globalStyle(`${card} > header`, { flexWrap: 'nowrap', alignItems: 'flex-start' })
globalStyle(`${card} > header > :last-child`, { flex: 'none' })
export const filters = style({
  display: 'grid',
  gap: space[3],
  alignItems: 'end',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 1fr))',
})
export const filterEnd = style({ ...wrappingRow, gap: space[3] })
/** As high while it loads and without a decision, so that nothing below moves. */
export const activity = style({ ...oneColumn, gap: space[1], alignContent: 'start', minHeight: '100px' })
export const why = style({
  ...small,
  whiteSpace: 'nowrap',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
})
export const percent = createVar()
export const shares = style({
  display: 'flex',
  height: '6px',
  marginBlock: space[1],
  borderRadius: radius.round,
  overflow: 'hidden',
})
export const share = style({ flexGrow: percent, flexBasis: 0, background: toneColor })
