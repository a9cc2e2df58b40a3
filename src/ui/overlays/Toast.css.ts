import { globalStyle, style } from '@vanilla-extract/css'
import { color, toneColor } from '../theme/color.css.ts'
import { row } from '../theme/mixins.css.ts'
import { footer } from './Dialog.css.ts'
import { from, layer, motion, radius, space } from '../theme/tokens.ts'

export const viewport = style({
  position: 'fixed',
  zIndex: layer.toast,
  right: space[4],
  bottom: `calc(${space[12]} + ${space[6]})`,
  left: 'auto',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-end',
  gap: space[2],
  width: '360px',
  maxWidth: `calc(100vw - ${space[8]})`,
  pointerEvents: 'none',
  '@media': { [from.tablet]: { bottom: space[4] } },
})
// A sheet at the bottom of a phone keeps its fields and buttons in view: the newest toast only, above it.
globalStyle(`body:has(${footer}) ${viewport}`, {
  '@media': { [`not ${from.tablet}`]: { top: space[2], bottom: 'auto' } },
})
globalStyle(`body:has(${footer}) ${viewport} > :nth-child(n + 2)`, {
  '@media': { [`not ${from.tablet}`]: { display: 'none' } },
})
export const toast = style({
  ...row,
  width: '100%',
  gap: space[2],
  padding: `${space[2]} ${space[2]} ${space[2]} ${space[3]}`,
  border: `1px solid ${toneColor}`,
  borderRadius: radius.medium,
  background: color.raised,
  boxShadow: color.shadow,
  pointerEvents: 'auto',
  transition: `opacity ${motion.open}, transform ${motion.open}`,
  selectors: {
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(8px)' },
    '&[data-limited]': { display: 'none' },
  },
})
export const content = style({ ...row, flex: 1, minWidth: 0, gap: space[2] })
export const icon = style({ flex: 'none', display: 'grid', color: toneColor })
export const text = style({ flex: 1, minWidth: 0, overflowWrap: 'anywhere' })
