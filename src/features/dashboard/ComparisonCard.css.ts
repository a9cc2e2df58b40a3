import { style } from '@vanilla-extract/css'
import { CHART } from '#contract/limits.ts'
import { color } from '#src/ui/theme/color.css.ts'
import { radius, space } from '#src/ui/theme/tokens.ts'

/** The card has the documented height; the frame takes what the header leaves. */
export const card = style({ height: `${CHART.comparisonHeightPx}px`, overflow: 'hidden' })
export const container = style({ position: 'relative', height: '100%', minHeight: 0 })
export const frame = style({
  position: 'absolute',
  inset: 0,
  display: 'block',
  width: '100%',
  height: '100%',
  border: 0,
  borderRadius: `0 0 ${radius.large} ${radius.large}`,
  colorScheme: 'dark',
})
export const overlay = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  gap: space[3],
  background: color.surface,
  color: color.textMuted,
  borderRadius: 'inherit',
})
