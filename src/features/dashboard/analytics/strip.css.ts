import { globalStyle, style } from '@vanilla-extract/css'
import { body, footer, skeleton } from '#src/ui/cards/Card.css.ts'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn } from '#src/ui/theme/mixins.css.ts'
import { layer, space, topBarHeight } from '#src/ui/theme/tokens.ts'
import { conclusion, headline, stack } from '../card/card.css.ts'
import { GRIDS, HEADER } from '../cards.ts'
import { dashboard } from '../DashboardLayout.css.ts'
import { placeholder } from './analytics.css.ts'

/** One column: here the cards are folded or lie side by side. */
const NARROW = `${dashboard} (max-width: ${GRIDS.two.from - 0.02}px)`
/** Where the cards are placed by the dashboard's grid, all of them unfolded. */
export const WIDE = `${dashboard} (min-width: ${GRIDS.two.from}px)`

/** Tabs and cards; from two columns on without a box of its own. */
export const frame = style({
  ...oneColumn,
  minWidth: 0,
  rowGap: space[3],
  '@container': { [WIDE]: { display: 'contents' } },
})
/** Stays in view while a long card is read. */
export const tabs = style({
  position: 'sticky',
  zIndex: layer.sticky,
  top: topBarHeight,
  display: 'grid',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  marginTop: `-${space[1]}`,
  paddingBlock: space[1],
  background: color.canvas,
  '@container': { [WIDE]: { display: 'none' } },
})
globalStyle(`${tabs} > *`, { flexWrap: 'nowrap', justifySelf: 'stretch', gap: 0 })
globalStyle(`${tabs} button`, { flex: '1 0 auto', justifyContent: 'center', padding: '0 6px' })

export const strip = style({
  display: 'grid',
  gridAutoColumns: '100%',
  minWidth: 0,
  gap: space[4],
  '@container': { [WIDE]: { display: 'contents' } },
})

/** Applies while one card is shown and the others are a swipe away. */
const sideBySide = (selector: string, rule: Parameters<typeof globalStyle>[1]) =>
  globalStyle(`${strip}:not([data-shown="all"])${selector}`, { '@container': { [NARROW]: rule } })
sideBySide('', {
  // Hidden texts are placed absolutely: without this they would lie outside, and widen the page.
  position: 'relative',
  gridAutoFlow: 'column',
  overflowX: 'auto',
  overscrollBehaviorX: 'contain',
  scrollSnapType: 'x mandatory',
  scrollbarWidth: 'none',
})
// Clear of the tabs, which stay in view.
sideBySide(' > *', {
  alignContent: 'start',
  scrollMarginTop: space[12],
  scrollSnapAlign: 'start',
  scrollSnapStop: 'always',
})
// The height is that of the card that is shown: the others are cut until the swipe has come to them.
sideBySide(' > :not([data-current])', { contain: 'size', overflow: 'clip' })

/** Applies while the cards are folded. */
const folded = (selector: string, rule: Parameters<typeof globalStyle>[1]) =>
  globalStyle(`${strip}[data-shown="all"] ${selector}`, { '@container': { [NARROW]: rule } })
/** The headline and its record: the same in every state, so that nothing below moves. */
const HEADLINE_PX = 72
folded(body, { flex: 'none', height: `${HEADLINE_PX}px`, minHeight: '0 !important', overflow: 'hidden' })
folded(stack, { minHeight: '0 !important' })
// Only the headline and what it stands in.
folded(`${stack} :not(${headline}, ${headline} *, :has(${headline}), ${conclusion} *)`, { display: 'none' })
folded(`${skeleton} > :not(:first-child)`, { display: 'none' })
folded(footer, { display: 'none' })
folded(`${placeholder} > *`, { height: `${HEADER + HEADLINE_PX}px !important` })
