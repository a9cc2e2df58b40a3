import { createVar, style, styleVariants } from '@vanilla-extract/css'
import { color, toneColor } from '#src/ui/theme/color.css.ts'
import { ellipsis, oneColumn, outlined, row, small, tabular } from '#src/ui/theme/mixins.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

/** Common layout of all kinds. */
export const visual = style({ ...small, ...oneColumn, alignContent: 'start', gap: space[2], minWidth: 0 })
export const headline = style({
  ...row,
  gap: space[1],
  minWidth: 0,
  fontSize: type.size.body,
  lineHeight: type.line.body,
  fontWeight: type.weight.strong,
  color: toneColor,
})
export const headlineText = style({ ...ellipsis, minWidth: 0 })
export const icon = style({ flex: 'none' })
export const headlineNote = style({
  flex: 'none',
  marginLeft: 'auto',
  fontSize: type.size.small,
  fontWeight: type.weight.regular,
  color: color.textMuted,
})
export const note = style({ ...ellipsis, color: color.textMuted })
export const ratios = style({
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: space[3],
})
export const keyValues = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  columnGap: space[4],
  rowGap: space[1],
})
export const keyValue = style({ display: 'flex', justifyContent: 'space-between', gap: space[2], minWidth: 0 })
export const keyLabel = style({ flex: 'none', color: color.textMuted })
export const keyText = style({ ...tabular, ...ellipsis, minWidth: 0, fontWeight: type.weight.strong })
const toned = { color: toneColor }
export const keyTone = styleVariants({ plain: {}, toned })

export const scale = style({
  position: 'relative',
  height: '8px',
  borderRadius: radius.round,
  background: `linear-gradient(to right, ${color.successSoft} 30%, ${color.canvas} 30% 70%, ${color.dangerSoft} 70%)`,
  boxShadow: `inset 0 0 0 1px ${color.line}`,
})
export const position = createVar()
export const needle = style({
  position: 'absolute',
  top: '-3px',
  bottom: '-3px',
  left: `calc(${position} * 1%)`,
  width: '3px',
  marginLeft: '-1px',
  borderRadius: radius.small,
  background: color.text,
})
export const scaleHeader = style({ display: 'flex', justifyContent: 'space-between', gap: space[2] })

export const candle = style({ display: 'grid', gridTemplateColumns: '44px minmax(0, 1fr)', gap: space[4] })
export const candleSide = style({ display: 'grid', alignContent: 'start', gap: space[1], minWidth: 0 })
export const glyph = style({ width: '44px', height: '112px', overflow: 'visible' })
/** From the lowest to the highest price of the pair's candles. */
export const priceScale = style({ stroke: color.divider, strokeWidth: '2px' })
export const up = style({ fill: color.upMark, stroke: color.upMark })
export const down = style({ fill: color.downMark, stroke: color.downMark })
export const line = style({ ...row, justifyContent: 'space-between', gap: space[2] })

export const ladder = style({ ...oneColumn, rowGap: space[1] })
export const ladderRow = style({
  display: 'grid',
  gridTemplateColumns: '80px minmax(64px, auto) minmax(0, 1fr) 64px',
  alignItems: 'center',
  columnGap: space[2],
})
export const price = style({ ...tabular, fontWeight: type.weight.strong, color: toneColor })

export const divergence = style({ display: 'grid', gridTemplateColumns: '108px minmax(0, 1fr)', gap: space[4] })
export const slopes = style({ width: '108px', height: '72px', overflow: 'visible' })
export const slope = style({ fill: 'none', strokeWidth: 2, stroke: color.line })
export const slopeUp = style({ fill: 'none', strokeWidth: 2, stroke: color.upMark })
export const slopeDown = style({ fill: 'none', strokeWidth: 2, stroke: color.downMark })
export const slopeName = style({ fill: color.textMuted, fontSize: '10px' })

export const pills = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] })
export const raw = style({
  ...outlined,
  height: '84px',
  overflow: 'hidden',
  padding: space[2],
  background: color.field,
  fontFamily: type.mono,
  fontSize: '11px',
  lineHeight: '16px',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
