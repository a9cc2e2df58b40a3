import { style } from '@vanilla-extract/css'
import { space } from '#src/ui/theme/tokens.ts'
export const actions = style({ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: space[2] })
