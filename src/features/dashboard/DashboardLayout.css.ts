import { style } from '@vanilla-extract/css'
import { from, space, topBarHeight } from '#src/ui/theme/tokens.ts'

export const screen = style({ position: 'relative', display: 'grid', gap: space[4] })
export const kept = style({ position: 'absolute', top: space[1], right: 0 })

/** One column in the documented order; from desktop the chart stays in sight at the left of the cards' column. */
export const columns = style({
  display: 'grid',
  gap: space[4],
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignItems: 'start',
  '@media': {
    [from.desktop]: {
      selectors: {
        '&[data-aside="true"]': {
          gridTemplateColumns: 'minmax(0, 1fr) minmax(360px, 400px)',
          gridTemplateAreas: '"chart aside" "models models" "comparison comparison"',
        },
      },
    },
    [from.wide]: {
      selectors: {
        '&[data-aside="true"]': { gridTemplateColumns: 'minmax(0, 1fr) max(46%, 100% - 1120px)' },
        '&[data-aside="false"]': { gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 3fr)' },
      },
    },
  },
})
const placed = (area: string) =>
  style({
    minWidth: 0,
    '@media': { [from.desktop]: { selectors: { '[data-aside="true"] > &': { gridArea: area } } } },
  })
export const chart = style([
  placed('chart'),
  {
    '@media': {
      [from.desktop]: {
        selectors: {
          '[data-aside="true"] > &': { position: 'sticky', top: `calc(${topBarHeight} + ${space[4]})` },
        },
      },
    },
  },
])
export const models = placed('models')
export const comparison = placed('comparison')
export const aside = style([
  placed('aside'),
  { display: 'grid', gap: space[4], gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' },
])
