import { style } from '@vanilla-extract/css'
import { from, space } from '#src/ui/theme/tokens.ts'

export const screen = style({ display: 'grid', gap: space[4] })

/** One column in the documented order; from desktop the charts stand left, the cards in a column at the right. */
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
          gridTemplateRows: 'auto 1fr',
          gridTemplateAreas: '"chart aside" "comparison aside"',
        },
      },
    },
    [from.wide]: {
      selectors: {
        '&[data-aside="true"]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(640px, 40%)' },
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
export const chart = placed('chart')
export const comparison = placed('comparison')
export const aside = style([
  placed('aside'),
  { display: 'grid', gap: space[4], gridTemplateColumns: 'minmax(0, 1fr)', alignContent: 'start' },
])
