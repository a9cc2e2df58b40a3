import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { tabular, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const market = style({ ...wrappingRow, gap: `${space[1]} ${space[2]}`, minWidth: 0, minHeight: '20px' })
export const time = style({ ...tabular, color: color.textMuted, fontSize: type.size.small })
export const interrupted = style({ color: color.warning, fontSize: type.size.small, whiteSpace: 'nowrap' })
export const degraded = style({ color: color.warning, fontSize: type.size.small, overflowWrap: 'anywhere' })
