import { style, styleVariants } from '@vanilla-extract/css'
import { from, space, topBarHeight } from '#src/ui/theme/tokens.ts'

/** As high as the window, so that the charts take what the head of the page leaves. */
export const screen = style({
  display: 'flex',
  flexDirection: 'column',
  gap: space[3],
  containerType: 'inline-size',
  minHeight: `calc(100dvh - ${topBarHeight} - ${space[8]})`,
})
const grid = style({
  flex: 1,
  display: 'grid',
  gap: space[3],
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridAutoRows: 'minmax(320px, 1fr)',
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
const inTwoColumns = {
  '@container': { '(min-width: 880px)': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)' } },
} as const
export const grids = styleVariants({ 1: [grid], 2: [grid, inTwoColumns], 4: [grid, inTwoColumns] })
export const place = style({ display: 'grid', minWidth: 0 })
/** Only where the charts stand side by side or are seen together. */
export const inStep = style({ display: 'none', '@media': { [from.tablet]: { display: 'block', alignSelf: 'center' } } })
export const layouts = style({ width: '400px', maxWidth: '100%', padding: space[3] })
