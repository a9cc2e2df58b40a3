import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

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
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], width: '100%' })
/** Subdued, because every card has it; the confirm dialog is not. */
export const remove = style({ marginLeft: 'auto', color: color.danger })
export const draft = style({ ...wrappingRow, ...outlined, gap: space[2], padding: `${space[2]} ${space[3]}` })
export const draftName = style({ fontWeight: type.weight.strong, overflowWrap: 'anywhere' })
export const draftActions = style({ display: 'flex', gap: space[2], marginLeft: 'auto' })
globalStyle(`${card} > header`, { flexWrap: 'nowrap', alignItems: 'flex-start' })
globalStyle(`${card} > header > :last-child`, { flex: 'none' })
