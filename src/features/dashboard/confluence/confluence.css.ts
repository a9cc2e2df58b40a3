import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
import { ellipsis } from '../card/card.css.ts'
import { reserve } from '../card/reserve.ts'

/** Six zones. */
export const zones = style([
  reserve(6, 22, 4),
  { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start', rowGap: space[1] },
])
export const zone = style([
  figures,
  {
    display: 'grid',
    gridTemplateColumns: '62px 64px minmax(0, 1fr) 34px',
    columnGap: space[2],
    alignItems: 'center',
    height: '22px',
    fontSize: type.size.small,
    lineHeight: type.line.small,
  },
])
export const price = style([ellipsis, { fontWeight: type.weight.strong }])
export const reaction = ellipsis
export const timeframes = style([ellipsis, { color: color.textMuted }])
export const figure = style({ textAlign: 'right' })
/** Thin, below the whole line. */
export const bar = style({ gridColumn: '1 / -1' })
globalStyle(`${bar} > *`, { height: '4px' })
export const volatility = style({ justifyContent: 'space-between' })
export const alignment = style({ minHeight: type.line.small })
