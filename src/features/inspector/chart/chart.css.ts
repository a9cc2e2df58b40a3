import { keyframes, style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { outlined } from '#src/ui/theme/mixins.css.ts'
import { radius, type } from '#src/ui/theme/tokens.ts'
import { METRICS } from './layout.ts'

const text = { fontFamily: type.mono, fontSize: '12px', lineHeight: `${METRICS.text}px`, whiteSpace: 'pre' } as const

export const chart = style({
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr)',
  gap: '8px',
  height: '100%',
  minHeight: 0,
})
export const find = style({ flex: '1 1 160px' })
export const frame = style({ ...outlined, minHeight: '80px', background: color.canvas })
export const box = style({
  width: '100%',
  height: '100%',
  padding: `${METRICS.pad}px`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.medium,
  background: color.surface,
  color: color.textMuted,
  textAlign: 'start',
})
export const dashed = style({ borderStyle: 'dashed' })
export const active = style({ borderColor: color.accent, boxShadow: `0 0 0 1px ${color.accent}` })
export const found = style({ outline: `2px solid ${color.warningMark}` })
/** Drawn larger the further away, so that it is never under 11 px high. */
export const name = style({
  overflow: 'hidden',
  ...text,
  fontSize: 'max(12px, 11px / var(--zoom, 1))',
  lineHeight: `max(${METRICS.title}px, 12px / var(--zoom, 1))`,
  fontWeight: type.weight.strong,
  color: color.text,
  selectors: { '[data-far] &': { margin: `-${METRICS.pad - 1}px` } },
})
export const toggle = style({
  all: 'unset',
  cursor: 'pointer',
  verticalAlign: 'middle',
  padding: '4px',
  margin: '-4px 2px -4px -6px',
  pointerEvents: 'all',
  selectors: { '&:focus-visible': { outline: `2px solid ${color.accent}` } },
})
export const detail = style({ ...text, selectors: { '[data-far] &': { visibility: 'hidden' } } })
export const label = style({
  position: 'absolute',
  padding: '2px 4px',
  color: color.textMuted,
  background: color.canvas,
  borderRadius: radius.small,
  textAlign: 'center',
  zIndex: 1001,
})
export const taken = style({ color: color.text })
export const guard = styleVariants({ true: { color: color.success }, false: { color: color.danger } })
export const edges = style({
  position: 'absolute',
  top: 0,
  left: 0,
  overflow: 'visible',
  pointerEvents: 'none',
  zIndex: 1000,
})
export const edge = style({ fill: 'none', stroke: color.textMuted })
export const takenEdge = style({ stroke: color.accent, strokeWidth: 1.5 })
const fade = keyframes({ from: { stroke: color.accent, strokeWidth: 6, opacity: 1 } })
/** Lights up when it is taken and fades. */
export const litEdge = style({
  fill: 'none',
  stroke: color.accent,
  strokeWidth: 3,
  opacity: 0.6,
  animation: `${fade} 2s ease-out`,
})
const glow = keyframes({ from: { background: color.accentSoft } })
export const flash = style({ fontWeight: type.weight.strong, animation: `${glow} 2s ease-out` })
export const arrow = style({ fill: color.textMuted })
export const map = style({ border: `1px solid ${color.line}` })
