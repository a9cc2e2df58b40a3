import { globalStyle, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { outlined } from '#src/ui/theme/mixins.css.ts'
import { type } from '#src/ui/theme/tokens.ts'

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
