import { style } from '@vanilla-extract/css'
import { CHART } from '#contract/limits.ts'
import { inset } from '#src/ui/cards/Card.css.ts'
import { from, space } from '#src/ui/theme/tokens.ts'
import { CARD_HEIGHTS } from './card/heights.ts'
import { oneColumn } from '#src/ui/theme/mixins.css.ts'

export const screen = style({ ...oneColumn, position: 'relative', gap: space[4] })
export const cachedBadge = style({ position: 'absolute', top: space[1], right: 0 })
/** The container queried by the layout: the width beside the sidebar, not that of the window. */
export const container = style({
  containerType: 'inline-size',
  minWidth: 0,
  // Narrow cards need the width for their text.
  vars: { [inset]: space[3] },
  '@media': { [from.desktop]: { vars: { [inset]: space[4] } } },
})

/** Line height of the section's title. */
const TITLE = '24px'
const COMPARISON = `${CHART.comparisonHeightPx}px`
/** Minimum height that shows some models. */
const MODELS = 'minmax(320px, auto)'
/** From this width on, other cards determine the height of the models' row. */
const MODELS_BESIDE = '(min-width: 1560px)'

/**
 * The chart first, then bands of cards of equal height, so that no column has a gap: one column, two, three below a chart of
 * full width, four with two cards beside the chart, and five. Where a card spans rows, expanding its content only makes the
 * last row higher.
 */
export const grid = style({
  ...oneColumn,
  gap: space[4],
  '@container': {
    '(min-width: 640px)': {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gridTemplateRows: `auto ${TITLE} auto auto ${CARD_HEIGHTS.indicators}px`,
      gridTemplateAreas: `
        "chart chart"
        "title title"
        "matrix matrix"
        "structure patterns"
        "levels indicators"
        "levels confluence"
        "models models"
        "comparison comparison"`,
    },
    '(min-width: 1020px)': {
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
      gridTemplateRows: `auto ${TITLE} auto ${CARD_HEIGHTS.indicators}px auto ${COMPARISON} ${MODELS}`,
      gridTemplateAreas: `
        "chart chart chart"
        "title title title"
        "matrix matrix matrix"
        "indicators structure levels"
        "confluence structure levels"
        "patterns comparison comparison"
        "patterns models models"`,
    },
    [MODELS_BESIDE]: {
      gridTemplateColumns: 'repeat(3, minmax(0, 1fr)) minmax(0, 1.25fr)',
      gridTemplateRows: `${TITLE} auto auto auto ${COMPARISON} ${MODELS}`,
      gridTemplateAreas: `
        "chart chart chart title"
        "chart chart chart indicators"
        "chart chart chart confluence"
        "matrix matrix matrix matrix"
        "structure patterns levels comparison"
        "structure patterns levels models"`,
    },
    '(min-width: 2040px)': {
      gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
      gridTemplateRows: `${TITLE} auto ${COMPARISON} auto ${MODELS}`,
      gridTemplateAreas: `
        "chart chart chart title title"
        "chart chart chart indicators confluence"
        "chart chart chart comparison comparison"
        "matrix matrix matrix matrix matrix"
        "structure patterns levels models models"`,
    },
  },
})
const placed = (area: string) =>
  style({ ...oneColumn, minWidth: 0, '@container': { '(min-width: 640px)': { gridArea: area } } })
export const chart = placed('chart')
export const models = style([
  placed('models'),
  { '@container': { [MODELS_BESIDE]: { containerType: 'size', overflowY: 'auto' } } },
])
export const comparison = placed('comparison')
