import { style } from '@vanilla-extract/css'
import { WHILE_LOADING } from '#src/ui/attributes.ts'
import { inset } from '#src/ui/cards/Card.css.ts'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, small, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'
/** Not shown before the strategies above, which would push them down. */
export const placeholders = style({
  ...oneColumn,
  gap: space[4],
  selectors: { [`:has(${WHILE_LOADING}) ~ &`]: { display: 'none' } },
  // So wide that a title and its badge fit in one line.
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 360px), 1fr))',
})
export const bar = style({ ...wrappingRow, justifyContent: 'flex-end', gap: `${space[1]} ${space[3]}` })
export const heading = style({ fontSize: type.size.body })
export const age = style({ marginLeft: 'auto', color: color.textMuted, fontSize: type.size.small })
/** As many columns as fit. */
export const cards = style({
  display: 'grid',
  gap: space[3],
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 320px), 1fr))',
})
export const badges = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] })
export const notice = style({ ...small, color: color.warning })
export const hidden = style({ display: 'none' })
/** Cards within a card: on narrow screens with less room around each. */
export const management = style({ '@media': { [`not ${from.tablet}`]: { vars: { [inset]: space[3] } } } })

export const stack = style({ display: 'grid', gap: space[3] })
export const skeletons = style([cards])
