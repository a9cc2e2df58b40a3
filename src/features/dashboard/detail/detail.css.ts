import { style } from '@vanilla-extract/css'
import { space, type } from '#src/ui/theme/tokens.ts'

export const stack = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[4] })
export const bar = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: space[3] })
export const heading = style({ fontSize: type.size.body })
