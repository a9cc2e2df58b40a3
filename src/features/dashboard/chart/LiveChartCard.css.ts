import { createVar, fallbackVar, globalStyle, style } from '@vanilla-extract/css'
import { CHART } from '#contract/limits.ts'
import { inset } from '#src/ui/cards/Card.css.ts'
import { color } from '#src/ui/theme/color.css.ts'
import { displayText, ellipsis, row, tabular } from '#src/ui/theme/mixins.css.ts'
import { hideBelow } from '../card/hide-below.ts'
import { BREAKPOINTS, from, layer, radius, space, type } from '#src/ui/theme/tokens.ts'

/** Up to this width the range of the day has a line of its own below the price. */
const NARROW = '(max-width: 860px)'
const RANGE_LINE = '20px'

/** Three lines on narrow windows: the price and its change, the countdown beside the menus, and the range of the day. */
export const toolbar = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  gridTemplateRows: `${type.line.display} minmax(${type.line.display}, 1fr) ${RANGE_LINE}`,
  alignItems: 'center',
  gap: `${space[1]} ${space[3]}`,
  // The same whatever the menus are pressed with: nothing below may move.
  minHeight: '104px',
  padding: `${space[1]} ${fallbackVar(inset, space[4])}`,
  '@media': {
    [from.tablet]: {
      ...row,
      justifyContent: 'space-between',
      minHeight: '48px',
      '@container': { [NARROW]: { minHeight: '72px' } },
    },
  },
})
export const menus = style({ ...row, gap: space[2], gridArea: '2 / 2' })
export const facts = style({
  display: 'grid',
  gridArea: '1 / 1 / 4 / 3',
  gridTemplateColumns: 'auto auto minmax(0, 1fr)',
  gridTemplateRows: 'subgrid',
  alignItems: 'baseline',
  alignSelf: 'stretch',
  columnGap: space[2],
  '@media': { [from.tablet]: { display: 'flex', flex: '1', flexWrap: 'wrap', alignSelf: 'auto' } },
})
/** On narrow windows only the palette leads there: one chart fills them. */
export const chartsLink = style({
  '@media': { [`not all and (min-width: ${BREAKPOINTS.tablet}px)`]: { display: 'none' } },
})
/** Left out where the countdown beside it takes the width. */
export const countOfMenu = style(hideBelow(430))
export const price = style({ ...tabular, ...displayText, fontWeight: type.weight.strong })
/** Facts of a price that is not live: without colours of their own. */
export const dimmed = style({ color: color.textMuted })
globalStyle(`${dimmed} *`, { color: 'inherit' })
export const unit = style({ fontSize: type.size.small, color: color.textMuted })
export const range = style([
  tabular,
  ellipsis,
  {
    gridArea: '3 / 1 / 4 / 4',
    minWidth: 0,
    fontSize: type.size.small,
    color: color.textMuted,
    '@media': { [from.tablet]: { '@container': { [NARROW]: { order: 1, flexBasis: '100%' } } } },
  },
])
/** A change is not parted from what it is over. */
export const change = style({ ...ellipsis, minWidth: 0 })
export const remaining = style({
  ...tabular,
  gridArea: '2 / 1 / 3 / 4',
  alignSelf: 'center',
  fontSize: type.size.small,
  color: color.textMuted,
  whiteSpace: 'nowrap',
  '@media': { [from.tablet]: { alignSelf: 'baseline' } },
})
export const lastUpdate = style({ ...tabular, fontSize: type.size.small, color: color.textMuted, whiteSpace: 'nowrap' })
/** The rest of the head of the card has its line then. */
export const lastUpdateWord = style(hideBelow(480))
/** In place of the last update while the connection is interrupted. */
export const interrupted = style([lastUpdate, { color: color.warning }])

/** Toolbar and stage, as high as the row of the dashboard. */
export const content = style({ display: 'flex', flexDirection: 'column', height: '100%' })

/** One of several charts. */
export const place = style({
  display: 'flex',
  flexDirection: 'column',
  containerType: 'inline-size',
  minWidth: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.surface,
})
export const placeHeader = style({ ...row, gap: space[2], padding: `${space[2]} ${space[3]} 0` })
export const placeAge = style({ ...row, gap: space[2], marginLeft: 'auto', minWidth: 0 })

/** Over the entire page, below its menus and dialogs. */
export const full = style({
  position: 'fixed',
  inset: 0,
  zIndex: layer.bar,
  height: 'auto',
  background: color.surface,
})

/** The head of the card is below then. */
export const fullTitle = style({ display: 'none', '@media': { [from.tablet]: { display: 'inline' } } })

/** The height that the user has chosen. */
export const chosenHeight = createVar()
/** What is left of a first screen below the head of the page and above the headlines of the cards. */
const FIRST_SCREEN = `clamp(${CHART.heightPx}px, calc(100dvh - 438px), 640px)`

/** The chart's least height in every state; it fills a row that is higher. */
export const stage = style({
  position: 'relative',
  flex: `1 0 ${fallbackVar(chosenHeight, `${CHART.heightPx}px`)}`,
  '@media': { [from.desktop]: { flexBasis: fallbackVar(chosenHeight, FIRST_SCREEN) } },
  overflow: 'hidden',
  borderRadius: `0 0 ${radius.large} ${radius.large}`,
})
/** Within a place that is as high as it is. */
export const filling = style({ flex: 1, height: 'auto' })
globalStyle(`${filling} ${stage}`, { flex: '1 0 180px' })
/** Where the change is below the price. */
const PHONE = '(max-width: 480px)'
// One line: what it leaves out is in the list of pairs, and in the chart.
globalStyle(`${filling}:not(${full}) :is(${range}, ${unit})`, { display: 'none' })
globalStyle(`${filling}:not(${full}) ${toolbar}`, {
  vars: { [inset]: space[3] },
  display: 'flex',
  justifyContent: 'space-between',
  minHeight: '44px',
  '@container': { [PHONE]: { minHeight: '58px' } },
})
globalStyle(`${filling}:not(${full}) ${facts}`, {
  display: 'flex',
  flex: 1,
  flexWrap: 'nowrap',
  minWidth: 0,
  alignSelf: 'auto',
  '@container': { [PHONE]: { flexWrap: 'wrap' } },
})
globalStyle(`${filling}:not(${full}) ${remaining}`, { '@container': { '(max-width: 620px)': { display: 'none' } } })
export const canvas = style({ position: 'absolute', inset: 0 })
/** A chart that nothing updates: its last price would look live in colour. */
export const grey = style({ filter: 'grayscale(1)' })
export const overlay = style({
  position: 'absolute',
  inset: 0,
  zIndex: 3,
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  gap: space[3],
  background: color.surface,
  color: color.textMuted,
})
export const notice = style({
  position: 'absolute',
  zIndex: 3,
  top: space[2],
  left: '50%',
  maxWidth: `calc(100% - ${space[8]})`,
  width: 'max-content',
  transform: 'translateX(-50%)',
})
