import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

const row = style([
  figures,
  {
    display: 'grid',
    gap: space[2],
    alignItems: 'center',
    minHeight: '20px',
    fontSize: type.size.small,
    lineHeight: type.line.small,
  },
])
export const breakRow = style([row, { gridTemplateColumns: '16px minmax(0, 1fr) 32px 72px 56px', textAlign: 'right' }])
export const timeframeRow = style([row, { gridTemplateColumns: '32px minmax(0, 1fr) 64px 36px', textAlign: 'right' }])
export const name = style({
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'left',
})
export const way = styleVariants({
  bullish: { color: color.up },
  bearish: { color: color.down },
  none: { color: color.textMuted },
})
export const time = style({ color: color.textMuted })
export const timeframe = style({ textAlign: 'left', color: color.textMuted, fontWeight: type.weight.strong })
