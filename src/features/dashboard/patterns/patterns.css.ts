import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

const COLUMNS = '16px minmax(0, 1fr) 80px 72px'

export const groupHead = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between' })
export const columns = style({
  display: 'grid',
  gridTemplateColumns: '80px 72px',
  gap: space[2],
  textAlign: 'right',
  fontSize: type.size.small,
  lineHeight: type.line.small,
  color: color.textMuted,
})
export const pattern = style([
  figures,
  {
    display: 'grid',
    gridTemplateColumns: COLUMNS,
    gap: space[2],
    alignItems: 'center',
    textAlign: 'right',
    justifyItems: 'end',
  },
])
export const name = style({
  justifySelf: 'start',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const bullish = style({ display: 'grid', color: color.up })
export const bearish = style({ display: 'grid', color: color.down })
export const more = style({
  marginLeft: space[6],
  minHeight: type.line.small,
  fontSize: type.size.small,
  lineHeight: type.line.small,
  color: color.textMuted,
})
export const insight = style({ color: color.textMuted, overflowWrap: 'anywhere' })
