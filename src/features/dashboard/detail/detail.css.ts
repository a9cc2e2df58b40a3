import { style } from '@vanilla-extract/css'
import { space, type } from '#src/ui/theme/tokens.ts'
import { row } from '#src/ui/theme/mixins.css.ts'
export const bar = style({ ...row, justifyContent: 'space-between', gap: space[3] })
export const heading = style({ fontSize: type.size.body })
