import { style } from '@vanilla-extract/css'
import { space } from '#src/ui/theme/tokens.ts'

export const list = style({ display: 'grid', gap: space[2] })
export const row = style({ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: space[4] })
export const keys = style({ display: 'inline-flex', gap: space[1] })
