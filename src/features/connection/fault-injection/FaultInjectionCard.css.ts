import { style } from '@vanilla-extract/css'
import { from, space } from '#src/ui/theme/tokens.ts'
import { oneColumn } from '#src/ui/theme/mixins.css.ts'
export const form = style({
  ...oneColumn,
  alignItems: 'start',
  gap: space[3],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' } },
})
export const actions = style({ gridColumn: '1 / -1', display: 'flex', gap: space[2] })
/** Wraps long texts so that the result column stays visible. */
export const wrappedText = style({ display: 'block', minWidth: '18ch', maxWidth: '60ch', whiteSpace: 'normal' })
