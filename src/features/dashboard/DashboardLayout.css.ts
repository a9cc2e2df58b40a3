import { createContainer, globalStyle, style } from '@vanilla-extract/css'
import { inset } from '#src/ui/cards/Card.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'
import { CARD_HEIGHTS } from './card/heights.ts'
import { oneColumn } from '#src/ui/theme/mixins.css.ts'

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

/** From this width on, other cards determine the height of the models' row. */
const MODELS_BESIDE = '(min-width: 1020px)'

/**
 * The chart first, then bands of cards of equal height, so that no column has a gap: one column, two, three below a chart of
 * full width, and four with two cards beside the chart. Where a card spans rows, expanding its content only makes the last
 * row higher. The comparison is last, so that nothing moves when it cannot be reached.
 */
export const grid = style({
  ...oneColumn,
  gap: space[4],
  '@container': {
    '(min-width: 640px)': {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gridTemplateRows: `auto auto auto ${CARD_HEIGHTS.indicators}px`,
      gridTemplateAreas: `
        "chart chart"
        "matrix matrix"
        "structure patterns"
        "levels indicators"
        "levels confluence"
        "models models"
        "comparison comparison"`,
    },
    [MODELS_BESIDE]: {
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      gridTemplateRows: `auto auto ${CARD_HEIGHTS.indicators}px`,
      gridTemplateAreas: `
        "chart chart chart"
        "matrix matrix matrix"
        "indicators structure levels"
        "confluence structure levels"
        "patterns patterns models"
        "comparison comparison comparison"`,
    },
    '(min-width: 1560px)': {
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) minmax(0, 1.25fr)',
      gridTemplateRows: `auto auto ${CARD_HEIGHTS.indicators}px`,
      gridTemplateAreas: `
        "chart chart chart matrix"
        "chart chart chart confluence"
        "indicators structure levels patterns"
        "models structure levels patterns"
        "comparison comparison comparison comparison"`,
    },
  },
})
/** In the narrowest two columns, where the longest title would not fit beside its age. */
globalStyle(`${grid} section[data-compact] h2`, {
  '@container': { '(min-width: 640px) and (max-width: 668px)': { fontSize: type.size.small } },
})
const placed = (area: string) =>
  style({ ...oneColumn, minWidth: 0, '@container': { '(min-width: 640px)': { gridArea: area } } })
export const chart = placed('chart')
export const models = style([
  placed('models'),
  { '@container': { [MODELS_BESIDE]: { containerType: 'size', overflowY: 'auto' } } },
])
export const comparison = placed('comparison')
