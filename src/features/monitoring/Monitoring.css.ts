import { style } from '@vanilla-extract/css'
import { space } from '#src/ui/theme/tokens.ts'

export const screen = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
