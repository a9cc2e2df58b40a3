import { createContainer, globalStyle, style, styleVariants, type GlobalStyleRule } from '@vanilla-extract/css'
import { inset } from '#src/ui/cards/Card.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'
import { oneColumn } from '#src/ui/theme/mixins.css.ts'
import { cardHeight, CARD_NAMES, CARDS, FOCUS, GRIDS, type Slot } from './cards.ts'

export const screen = style({ ...oneColumn, position: 'relative', gap: space[4] })
/** Beside the title; on narrow windows, where the pair is there, in place of what is below the title. */
export const cachedBadge = style({
  position: 'absolute',
  top: type.line.title,
  left: 0,
  '@media': { [from.tablet]: { top: space[1], left: '216px' } },
})
globalStyle(`${screen}:has(> ${cachedBadge} > *) > header p`, {
  visibility: 'hidden',
  '@media': { [from.tablet]: { visibility: 'visible' } },
})
/** Its name, for what is within another container. */
export const dashboard = createContainer()
/** The container queried by the layout: the width beside the sidebar, not that of the window. */
export const container = style({
  containerType: 'inline-size',
  containerName: dashboard,
  minWidth: 0,
  // Narrow cards need the width for their text.
  vars: { [inset]: space[3] },
  '@media': { [from.desktop]: { vars: { [inset]: space[4] } } },
})

/** A grid of the dashboard; the row of the indicators has their height, where others span it. */
const gridOf = ({ columns, areas }: (typeof GRIDS)[keyof typeof GRIDS]) => ({
  gridTemplateColumns: columns,
  gridTemplateRows: `${'auto '.repeat(areas.findIndex((row) => row.includes('indicators')))}${cardHeight('indicators')}px`,
  gridTemplateAreas: areas.map((row) => `"${row.join(' ')}"`).join(' '),
})
export const grid = style({
  ...oneColumn,
  gap: space[4],
  '@container': Object.fromEntries(Object.values(GRIDS).map((each) => [`(min-width: ${each.from}px)`, gridOf(each)])),
})
/** In the narrowest two columns, where the longest title would not fit beside its age. */
globalStyle(`${grid} section[data-compact] h2`, {
  '@container': { [`(min-width: ${GRIDS.two.from}px) and (max-width: 668px)`]: { fontSize: type.size.small } },
})
/** In a grid, at the place of a slot. */
const placed = (slot: Slot) =>
  ({ ...oneColumn, minWidth: 0, '@container': { [`(min-width: ${GRIDS.two.from}px)`]: { gridArea: slot } } }) as const
export const chart = style(placed('chart'))
export const models = style([
  placed('models'),
  // Beside other cards, which determine the height of its row.
  { '@container': { [`(min-width: ${GRIDS.three.from}px)`]: { containerType: 'size', overflowY: 'auto' } } },
])
export const comparison = style(placed('comparison'))
// What it leaves out depends on its own width.
export const matrix = style([placed('matrix'), { containerType: 'inline-size' }])
export const card = styleVariants(CARDS, (_, name) => placed(name))

/** Where there is room for three columns, all but the parts of the focus are hidden. */
export const focused = style({})
const inFocus = (selector: string, rule: GlobalStyleRule) =>
  globalStyle(selector, { '@container': { [`(min-width: ${FOCUS.from}px)`]: rule } })
inFocus(`${grid}.${focused}`, {
  gridTemplateColumns: FOCUS.columns,
  gridTemplateRows: 'auto 1fr',
  gridTemplateAreas: FOCUS.areas.map((row) => `"${row.join(' ')}"`).join(' '),
})
const shown = new Set<Slot>(FOCUS.areas.flat())
const hidden = [...CARD_NAMES.filter((name) => !shown.has(name)).map((name) => card[name]), models, comparison]
inFocus(hidden.map((part) => `${focused} ${part}`).join(', '), { display: 'none' })
/** The choice of it, only where it makes a difference. */
export const focusChoice = style({ display: 'none', '@media': { [from.desktop]: { display: 'block' } } })
