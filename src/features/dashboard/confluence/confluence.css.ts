import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet, small, tabular } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
import { ellipsis } from '../card/card.css.ts'
import { reserveLines } from '../card/reserve-lines.ts'
import { hideBelow } from '../card/hide-below.ts'

/** Width below which six timeframes only fit with tighter spacing. */
const NARROW = '(max-width: 300px)'
/** Six zones; prices and scores take their width, the timeframes between them the rest. */
export const zones = style([
  reserveLines(6, 22, 4),
  {
    display: 'grid',
    gridTemplateColumns: 'auto 64px minmax(0, 1fr) auto',
    gap: `${space[1]} ${space[2]}`,
    alignContent: 'start',
    '@container': { [NARROW]: { columnGap: '6px' } },
  },
])
export const zone = style({
  ...tabular,
  ...small,
  display: 'grid',
  gridTemplateColumns: 'subgrid',
  alignItems: 'center',
  height: '22px',
})
export const price = style([ellipsis, { fontWeight: type.weight.strong }])
export const reaction = ellipsis
globalStyle(`${zones} > li`, { gridColumn: '1 / -1' })
export const timeframes = style([
  ellipsis,
  { color: color.textMuted, '@container': { [NARROW]: { wordSpacing: '-1px' } } },
])
export const numeric = style({ textAlign: 'right' })
/** Thin bar below the entire row. */
export const bar = style({ gridColumn: '1 / -1' })
globalStyle(`${bar} > *`, { height: '4px' })
export const volatility = style({ justifyContent: 'space-between' })
export const nextHour = style([ellipsis, { ...quiet, ...tabular, minHeight: type.line.small }])

/** Left out where the sizes would not fit. */
export const sentenceWord = style(hideBelow(420))
export const longWord = style(hideBelow(560))
export const strengthWord = style(hideBelow(330))
