import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { ellipsis, row, tabular } from '#src/ui/theme/mixins.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'

/** One line on narrow windows, where the label of the market is cut first. */
export const market = style({
  ...row,
  gap: `${space[1]} ${space[2]}`,
  minWidth: 0,
  minHeight: '20px',
  '@media': { [from.tablet]: { flexWrap: 'wrap' } },
})
/** Gives way to the clock. */
export const label = style({ ...row, flex: '0 100 auto', minWidth: '32px', maxWidth: '100%' })
export const time = style({
  ...tabular,
  ...ellipsis,
  minWidth: 0,
  color: color.textMuted,
  fontSize: type.size.small,
})
/** The day of a replay, where there is room for it. */
export const date = style({ display: 'none', '@media': { [from.desktop]: { display: 'inline' } } })
const warning = { color: color.warning, fontSize: type.size.small } as const
export const interrupted = style({ ...warning, ...ellipsis, flex: '1 0 auto', maxWidth: '70%' })
export const degraded = style({
  ...warning,
  ...ellipsis,
  flex: '1 1 40%',
  minWidth: 0,
  '@media': { [from.tablet]: { flex: '0 1 auto', whiteSpace: 'normal', overflowWrap: 'anywhere' } },
})
