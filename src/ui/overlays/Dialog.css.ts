import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { titleText } from '../theme/mixins.css.ts'
import { dockInset, from, layer, motion, radius, space } from '../theme/tokens.ts'

const fades = { '&[data-starting-style], &[data-ending-style]': { opacity: 0 } }

export const backdrop = style({
  position: 'fixed',
  inset: dockInset,
  zIndex: layer.overlay,
  background: color.scrim,
  transition: `opacity ${motion.open}`,
  selectors: fades,
})
export const viewport = style({
  position: 'fixed',
  inset: dockInset,
  zIndex: layer.overlay,
  display: 'grid',
  placeItems: 'end center',
  paddingTop: space[6],
  overflow: 'hidden',
  '@media': { [from.tablet]: { placeItems: 'center', padding: space[2] } },
})
/** A sheet at the lower edge of narrow windows, where a thumb reaches it; a box in the middle of others. */
const frame = style({
  display: 'flex',
  flexDirection: 'column',
  width: '100%',
  maxHeight: '100%',
  minHeight: 0,
  border: `1px solid ${color.line}`,
  borderWidth: '1px 0 0',
  borderRadius: `${radius.large} ${radius.large} 0 0`,
  paddingBottom: 'env(safe-area-inset-bottom)',
  background: color.raised,
  boxShadow: color.shadow,
  outline: 0,
  transition: `opacity ${motion.open}, transform ${motion.open}`,
  selectors: { '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'translateY(48px)' } },
  '@media': {
    [from.tablet]: {
      borderWidth: '1px',
      borderRadius: radius.large,
      paddingBottom: 0,
      selectors: { '&[data-starting-style], &[data-ending-style]': { transform: 'translateY(8px)' } },
    },
  },
})
export const popup = styleVariants({
  small: [frame, { '@media': { [from.tablet]: { maxWidth: '440px' } } }],
  medium: [frame, { '@media': { [from.tablet]: { maxWidth: '640px' } } }],
  large: [frame, { '@media': { [from.tablet]: { maxWidth: '960px' } } }],
})
export const header = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: space[3],
  padding: `${space[2]} ${space[2]} ${space[2]} ${space[4]}`,
  '@media': { [from.tablet]: { padding: `${space[3]} ${space[3]} ${space[3]} ${space[5]}` } },
  borderBottom: `1px solid ${color.divider}`,
})
export const steady = style({ height: 'min(100%, 800px)' })
export const bar = style({ padding: `${space[3]} ${space[5]}`, borderBottom: `1px solid ${color.divider}` })
/** A title that is far too long scrolls, so that the content and the buttons stay in view. */
export const titles = style({ flex: 1, minWidth: 0, maxHeight: '30vh', overflowY: 'auto', paddingTop: space[1] })
export const title = style({ ...titleText, overflowWrap: 'anywhere' })
export const description = style({ color: color.textMuted, overflowWrap: 'anywhere' })
export const body = style({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: space[4],
  overflowWrap: 'anywhere',
  '@media': { [from.tablet]: { padding: space[5] } },
})
export const footer = style({
  display: 'flex',
  justifyContent: 'flex-end',
  flexWrap: 'wrap',
  gap: space[2],
  padding: `${space[3]} ${space[4]}`,
  '@media': { [from.tablet]: { padding: `${space[3]} ${space[5]}` } },
  borderTop: `1px solid ${color.divider}`,
})
// On narrow screens the buttons fill one row.
globalStyle(`${footer} > button`, { '@media': { [`not ${from.tablet}`]: { flexGrow: 1, paddingInline: space[2] } } })

export const content = style({
  display: 'grid',
  gap: space[2],
  minHeight: 0,
  padding: `${space[5]} ${space[5]} ${space[4]}`,
  overflowY: 'auto',
  overflowWrap: 'anywhere',
})
export const paragraph = style({ color: color.textMuted, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
