import { style } from '@vanilla-extract/css'
import { space } from '#src/ui/theme/tokens.ts'

export const stack = style({ display: 'grid', gap: space[4] })
/** As high as a field with its hint, so that nothing jumps when it comes. */
export const waiting = style({ display: 'grid', placeItems: 'center', minHeight: '66px' })
