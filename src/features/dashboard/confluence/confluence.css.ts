import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

export const zone = style([
  figures,
  {
    display: 'grid',
    gridTemplateColumns: '72px 72px minmax(0, 1fr) 36px',
    columnGap: space[2],
    alignItems: 'center',
    fontSize: type.size.small,
    lineHeight: type.line.small,
  },
])
const cut = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const
export const price = style([cut, { fontWeight: type.weight.strong }])
export const reaction = style(cut)
export const figure = style({ textAlign: 'right' })
export const timeframes = style({ gridColumn: '1 / -1', minHeight: type.line.small, color: color.textMuted })
