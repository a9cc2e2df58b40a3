import { globalStyle, style } from '@vanilla-extract/css'
import { body } from '#src/ui/cards/Card.css.ts'
import { color } from '#src/ui/theme/color.css.ts'
import { row } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'
import { CARD_NAMES, CARDS, GRIDS, HEADER } from '../cards.ts'
import { card, dashboard } from '../DashboardLayout.css.ts'

/** No box of its own: the cards are placed in the dashboard's grid areas. */
export const section = style({ display: 'contents' })

/** Overlays the first card. */
export const notice = style({
  ...row,
  gridArea: '1 / 1',
  zIndex: 1,
  justifyContent: 'center',
  gap: space[2],
  padding: space[4],
  color: color.textMuted,
})
export const placeholder = style({ gridArea: '1 / 1', display: 'grid' })

// Where a card has the width of two, as the patterns, whose lists are then beside the rest.
for (const [index, { from, areas }] of Object.values(GRIDS).entries()) {
  const next = Object.values(GRIDS)[index + 1]
  const range = `${dashboard} (min-width: ${from}px)${next ? ` and (max-width: ${next.from - 0.02}px)` : ''}`
  for (const name of CARD_NAMES) {
    const { wideHeight } = CARDS[name]
    if (wideHeight === undefined || !areas.some((slots) => slots.indexOf(name) < slots.lastIndexOf(name))) continue
    const at = (selector: string, rule: Parameters<typeof globalStyle>[1]) =>
      globalStyle(`${card[name]} ${selector}`, { '@container': { [range]: rule } })
    at(body, { minHeight: `${wideHeight}px !important` })
    at(`${placeholder} > *`, { height: `${HEADER + wideHeight}px !important` })
  }
}
