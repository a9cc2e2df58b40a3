import { style, globalStyle } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined } from '#src/ui/theme/mixins.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

export const screen = style({ display: 'grid', gap: space[4], padding: space[4], maxWidth: '2200px', margin: '0 auto' })
export const panes = style({
  ...oneColumn,
  gap: space[4],
  alignItems: 'start',
  '@media': { [from.desktop]: { gridTemplateColumns: '240px minmax(0, 1fr) 360px' } },
})
export const stack = style({ display: 'grid', gap: space[3], minWidth: 0 })
export const list = style({ display: 'grid', gap: '2px' })
export const actor = style({
  width: '100%',
  display: 'grid',
  textAlign: 'start',
  padding: `${space[1]} ${space[2]}`,
  border: 0,
  borderRadius: radius.small,
  background: 'transparent',
  color: color.text,
  cursor: 'pointer',
  overflowWrap: 'anywhere',
  selectors: {
    '&:hover': { background: color.raised },
    '&[aria-current="true"]': { background: color.accentSoft },
  },
})
export const child = style({ paddingInlineStart: space[4] })
export const faint = style({ color: color.textMuted, fontSize: type.size.small })
export const mono = style({ fontFamily: type.mono, fontSize: type.size.small, overflowWrap: 'anywhere' })
export const scroll = style({ overflow: 'auto', maxHeight: '50vh', minWidth: 0 })
export const entry = style({
  display: 'grid',
  gridTemplateColumns: '92px minmax(0, 1fr)',
  gap: space[2],
  padding: `2px 0`,
  borderBottom: `1px solid ${color.divider}`,
  fontFamily: type.mono,
  fontSize: type.size.small,
  overflowWrap: 'anywhere',
})
export const tree = style({ fontFamily: type.mono, fontSize: type.size.small, paddingInlineStart: space[3] })
export const seek = style({ display: 'flex', alignItems: 'center', gap: space[2], flex: '1 1 240px' })
export const range = style({ flex: 1, minWidth: 0, accentColor: color.accentSolid })

export const frame = style({ ...outlined, overflow: 'auto', maxHeight: '70vh', background: color.canvas })
export const svg = style({ display: 'block', fontFamily: type.mono, fontSize: '11px' })
export const fitted = style({ width: '100%', height: 'auto', maxHeight: '68vh' })
export const box = style({ fill: color.surface, stroke: color.divider, strokeWidth: 1 })
export const region = style({ strokeDasharray: '4 3' })
export const active = style({ stroke: color.accent, strokeWidth: 2 })
export const title = style({ fill: color.text, fontWeight: 600, fontSize: '12px' })
export const line = style({ fill: color.textMuted })
export const edge = style({ fill: 'none', stroke: color.textMuted, strokeWidth: 1 })
export const taken = style({ stroke: color.accent, strokeWidth: 1.5 })
export const label = style({ fill: color.textMuted })
export const labelBackground = style({ fill: color.canvas, opacity: 0.85 })
export const arrowhead = style({ fill: color.textMuted })
globalStyle(`${svg} text`, { dominantBaseline: 'hanging' })
