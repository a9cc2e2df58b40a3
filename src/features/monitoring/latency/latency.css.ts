import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet, tabular } from '#src/ui/theme/mixins.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

/** Beside each other where both have room for their texts. */
export const sockets = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(300px, 100%), 1fr))',
  gap: `${space[4]} ${space[6]}`,
})
/** High enough for the labels of the latencies not to touch. */
const HEIGHT = '72px'
export const histogram = style({
  display: 'block',
  width: '100%',
  height: HEIGHT,
  borderRadius: radius.small,
  background: color.field,
  boxShadow: `inset 0 0 0 1px ${color.divider}`,
})
export const small = style({ height: '20px' })
/** Room for the labels of the latencies at the right. */
const AXIS_WIDTH = '52px'
export const withAxes = style({ position: 'relative', paddingRight: AXIS_WIDTH })
export const latencyAxis = style({
  ...quiet,
  position: 'absolute',
  top: 0,
  right: 0,
  width: AXIS_WIDTH,
  height: HEIGHT,
})
export const latencyLabel = style({
  position: 'absolute',
  left: space[1],
  transform: 'translateY(50%)',
  selectors: { '&:first-child': { transform: 'none' }, '&:last-child': { transform: 'translateY(100%)' } },
})
export const timeAxis = style({ ...quiet, display: 'flex', justifyContent: 'space-between' })
export const p99 = style({ fill: color.line })
export const p50 = style({ fill: color.accent })
export const disconnected = style({ fill: color.dangerSoft })
const mark = { fill: 'none', strokeWidth: 2, vectorEffect: 'non-scaling-stroke' } as const
export const decades = style({ ...mark, strokeWidth: 1, stroke: color.divider })
export const losses = style({ ...mark, stroke: color.danger })
export const refills = style({ ...mark, stroke: color.info })
export const reconnects = style({ ...mark, stroke: color.warning, strokeDasharray: '3 2' })
export const header = style({
  display: 'flex',
  alignItems: 'baseline',
  flexWrap: 'wrap',
  columnGap: space[3],
})
export const name = style({ fontSize: type.size.body, lineHeight: type.line.body })
/** As wide before there are any, so that nothing moves to another line. */
export const percentiles = style({
  ...tabular,
  flex: '1 0 24ch',
  maxWidth: '100%',
  fontWeight: type.weight.strong,
  textAlign: 'right',
})
export const counts = style({ ...tabular, ...quiet, display: 'flex', flexWrap: 'wrap', columnGap: space[3] })
export const count = style({ display: 'inline-flex', alignItems: 'center', gap: space[1] })
export const swatch = style({ width: '10px', height: '10px', borderRadius: '2px', flex: 'none' })
export const swatches = {
  p50: style({ background: color.accent }),
  p99: style({ background: color.line }),
  losses: style({ background: color.danger }),
  refills: style({ background: color.info }),
  reconnects: style({ background: color.warning }),
  disconnected: style({ background: color.dangerSoft, boxShadow: `inset 0 0 0 1px ${color.danger}` }),
}
