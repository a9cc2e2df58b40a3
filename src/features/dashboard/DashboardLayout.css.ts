import { style } from '@vanilla-extract/css'
import { CHART } from '#contract/limits.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const screen = style({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: space[4],
})
export const kept = style({ position: 'absolute', top: space[1], right: 0 })
/** What the parts have for themselves beside the sidebar: it is asked, not the window. */
export const room = style({ containerType: 'inline-size', minWidth: 0 })

/** Line of the section's title. */
const TITLE = '24px'
/** The comparison's row is as high as its card. */
const COMPARISON = `${CHART.comparisonHeightPx}px`

/**
 * In bands of cards of one height, so that no column has a hole: one column, two, three with the chart over two of them,
 * four, and five in which everything stands in two bands.
 */
export const parts = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container': {
    '(min-width: 680px)': {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gridTemplateAreas: `
        "chart chart"
        "title title"
        "structure patterns"
        "levels indicators"
        "levels confluence"
        "models models"
        "comparison comparison"`,
    },
    '(min-width: 1020px)': {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.08fr)',
      gridTemplateRows: TITLE,
      gridTemplateAreas: `
        "chart chart title"
        "chart chart indicators"
        "structure patterns levels"
        "comparison comparison confluence"
        "models models models"`,
    },
    '(min-width: 1560px)': {
      gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
      gridTemplateRows: TITLE,
      gridTemplateAreas: `
        "chart chart title title"
        "chart chart indicators confluence"
        "structure patterns levels models"
        "comparison comparison comparison comparison"`,
    },
    '(min-width: 2040px)': {
      gridTemplateColumns: 'repeat(5, minmax(0, 1fr))',
      gridTemplateRows: `${TITLE} auto ${COMPARISON}`,
      gridTemplateAreas: `
        "chart chart chart title title"
        "chart chart chart indicators confluence"
        "structure patterns levels comparison comparison"
        "structure patterns levels models models"`,
    },
  },
})
const placed = (area: string) =>
  style({
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    minWidth: 0,
    '@container': { '(min-width: 680px)': { gridArea: area } },
  })
export const chart = placed('chart')
export const models = placed('models')
export const comparison = placed('comparison')
