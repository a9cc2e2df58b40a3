import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { titleText } from '../theme/mixins.css.ts'
import { layer, motion, radius, space } from '../theme/tokens.ts'

const fades = { '&[data-starting-style], &[data-ending-style]': { opacity: 0 } }

export const backdrop = style({
  position: 'fixed',
  inset: 0,
  zIndex: layer.overlay,
  background: color.scrim,
  transition: `opacity ${motion.open}`,
  selectors: fades,
})
export const viewport = style({
  position: 'fixed',
  inset: 0,
  zIndex: layer.overlay,
  display: 'grid',
  placeItems: 'center',
  padding: space[2],
  overflow: 'hidden',
})
const frame = style({
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxHeight: '100%',
  minHeight: 0,
  border: `1px solid ${color.line}`,
  borderRadius: radius.large,
  background: color.raised,
  boxShadow: color.shadow,
  outline: 0,
  transition: `opacity ${motion.open}, transform ${motion.open}`,
  selectors: { '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(8px)' } },
})
export const popup = styleVariants({
  small: [frame, { maxWidth: '440px' }],
  medium: [frame, { maxWidth: '640px' }],
  large: [frame, { maxWidth: '960px' }],
})
export const header = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: space[3],
  padding: `${space[3]} ${space[3]} ${space[3]} ${space[5]}`,
  borderBottom: `1px solid ${color.divider}`,
})
export const steady = style({ height: 'min(100%, 800px)' })
export const bar = style({ padding: `${space[3]} ${space[5]}`, borderBottom: `1px solid ${color.divider}` })
/** A title that is far too long scrolls, so that the content and the buttons stay in view. */
export const titles = style({ flex: 1, minWidth: 0, maxHeight: '30vh', overflowY: 'auto', paddingTop: space[1] })
export const title = style({ ...titleText, overflowWrap: 'anywhere' })
export const description = style({ color: color.textMuted, overflowWrap: 'anywhere' })
export const body = style({ flex: 1, minHeight: 0, overflowY: 'auto', padding: space[5], overflowWrap: 'anywhere' })
export const footer = style({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: space[2],
  padding: `${space[3]} ${space[5]}`,
  borderTop: `1px solid ${color.divider}`,
})
