import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'
import { EQUITY_CHART_HEIGHT } from '#src/ui/charts/charts.css.ts'

export const report = style({ ...oneColumn, gap: space[6], minWidth: 0 })
export const headline = style({ ...oneColumn, gap: space[2], justifyItems: 'start' })
export const sentence = style({
  maxWidth: '72ch',
  fontSize: type.size.title,
  lineHeight: type.line.title,
  fontWeight: type.weight.strong,
})
/** As many columns as fit, none so wide that its values are far from their names. */
export const figures = style({
  ...oneColumn,
  maxWidth: '1280px',
  gap: `${space[4]} ${space[8]}`,
  alignItems: 'start',
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const luck = style({ maxWidth: '640px' })
export const chart = style({ ...outlined, minHeight: EQUITY_CHART_HEIGHT, background: color.surface })
export const legend = style({ ...wrappingRow, gap: `${space[1]} ${space[4]}`, fontSize: type.size.small })
export const key = style({ display: 'inline-flex', alignItems: 'center', gap: space[1], color: color.textMuted })
const mark = style({ width: '16px', height: 0, borderTop: '2px solid' })
export const ownMark = style([mark, { borderColor: color.accent }])
export const benchmarkMark = style([mark, { borderColor: color.textMuted }])
export const cashMark = style([mark, { borderTop: `1px dashed ${color.textMuted}` }])
export const drawdownMark = style([mark, { borderColor: color.downMark }])
export const more = style({ justifySelf: 'start' })
