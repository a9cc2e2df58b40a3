import { style } from '@vanilla-extract/css'
import { from, space } from '#src/ui/theme/tokens.ts'

export const widgets = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[3] })
export const action = style({ justifySelf: 'start' })
