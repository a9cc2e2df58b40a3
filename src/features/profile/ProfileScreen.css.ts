import { globalStyle, style } from '@vanilla-extract/css'
import { WHILE_LOADING } from '#src/ui/attributes.ts'
import { oneColumn, touchable } from '#src/ui/theme/mixins.css.ts'
import { from, space } from '#src/ui/theme/tokens.ts'

export const screen = style({ ...oneColumn, gap: space[4] })
/** What is set beside the tables, which need the wider column to stay tables. */
export const columns = style({
  ...oneColumn,
  gap: space[4],
  alignItems: 'start',
  '@media': { [from.desktop]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(736px, 2fr)' } },
})
export const column = style({ ...oneColumn, gap: space[4] })
// Not shown before what is above it, which would push it down.
const waits = { display: 'none' } as const
globalStyle(`${column} > :has(${WHILE_LOADING}) ~ *`, waits)
globalStyle(`${column}:has(${WHILE_LOADING}) ~ ${column} > *`, { '@media': { [`not ${from.desktop}`]: waits } })
export const form = style({ display: 'grid', gap: space[4], justifyItems: 'stretch' })
export const submit = style({ justifySelf: 'start' })
/** A link on a line of its own. */
export const link = style(touchable)
