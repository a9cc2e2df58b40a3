import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, quiet, row, tabular } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
import { dashboard } from '../DashboardLayout.css.ts'
import { GRIDS } from '../cards.ts'
import { box, ellipsis } from '../card/card.css.ts'
import { hideBelow } from '../card/hide-below.ts'

const COLUMNS = '16px minmax(0, 1fr) 64px 68px'

export const expectedWord = style(hideBelow(310))
export const groupHeader = style({ ...row, gap: space[2], height: '20px' })
/** May overlap the empty part of the adjacent column. */
export const more = style({ minWidth: 0, whiteSpace: 'nowrap' })
export const columns = style({
  ...quiet,
  display: 'grid',
  gridTemplateColumns: '64px 68px',
  gap: space[2],
  marginLeft: 'auto',
  textAlign: 'right',
})
export const pattern = style({
  ...tabular,
  display: 'grid',
  gridTemplateColumns: COLUMNS,
  gap: space[2],
  alignItems: 'center',
  textAlign: 'right',
  justifyItems: 'end',
})
/** One line: the pattern's name, whether it is against the bias and, where it fits, its maturity. */
export const name = style({
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: space[2],
  justifySelf: 'stretch',
  height: '20px',
  minWidth: 0,
  overflow: 'hidden',
})
export const nameText = style([ellipsis, { flex: '0 1 auto', maxWidth: '100%' }])
/** Beside the name, which shrinks for it. */
export const against = style({ flex: 'none', fontSize: type.size.small, color: color.warning, whiteSpace: 'nowrap' })
export const againstWord = style(hideBelow(310))
export const direction = style({ display: 'grid' })
export const maturity = style({ fontSize: type.size.small, color: color.textMuted })

const WIDE = '(min-width: 600px)'
/** In four columns the card is as high as those beside it, and the lists fit below the rest. */
const FOUR_COLUMNS = `${dashboard} (min-width: ${GRIDS.four.from}px)`
/** No boxes of their own, or two columns: the lists beside the rest. */
export const parts = style({
  display: 'contents',
  '@container': {
    [WIDE]: {
      display: 'grid',
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      columnGap: space[6],
      alignItems: 'start',
    },
    [FOUR_COLUMNS]: { display: 'contents' },
  },
})
export const part = style({
  display: 'contents',
  '@container': {
    [WIDE]: { ...oneColumn, rowGap: space[3], containerType: 'inline-size' },
    [FOUR_COLUMNS]: { display: 'contents' },
  },
})
export const highlight = style([box, { alignContent: 'start', height: '138px', overflow: 'hidden' }])
export const noHighlight = style([
  highlight,
  { alignContent: 'center', justifyItems: 'center', color: color.textMuted },
])
/** Clamped to three lines; the title attribute has the full text. */
export const insight = style({
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
  color: color.textMuted,
  overflowWrap: 'anywhere',
})
/** Height of a heading and three values. What an unusual message has beyond is in the card's dialog. */
export const context = style({ alignContent: 'start', height: '92px', overflow: 'hidden' })
/** Height of three timeframes of three patterns and the names of the others. */
export const groups = style({ ...oneColumn, alignContent: 'start', rowGap: space[3], minHeight: '374px' })
