import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled, row, tallOnTouch } from '../theme/mixins.css.ts'
import { layer, motion, radius, space, type } from '../theme/tokens.ts'

/** Shared look and transition of menus, selects, popovers and tooltips. */
export const positioner = style({ zIndex: layer.popup, outline: 0 })
export const popup = style({
  maxWidth: `calc(100vw - ${space[4]})`,
  maxHeight: 'var(--available-height)',
  overflowY: 'auto',
  padding: space[1],
  border: `1px solid ${color.line}`,
  borderRadius: radius.medium,
  background: color.raised,
  color: color.text,
  boxShadow: color.shadow,
  transformOrigin: 'var(--transform-origin)',
  transition: `opacity ${motion.open}, transform ${motion.open}`,
  outline: 0,
  selectors: {
    '&[data-starting-style], &[data-ending-style]': { opacity: 0, transform: 'scale(0.98)' },
  },
})
export const item = style({
  ...row,
  ...tallOnTouch,
  gap: space[2],
  minHeight: '32px',
  padding: `${space[1]} ${space[3]} ${space[1]} ${space[2]}`,
  borderRadius: radius.small,
  textDecoration: 'none',
  color: 'inherit',
  cursor: 'pointer',
  userSelect: 'none',
  outline: 0,
  selectors: {
    '&[data-highlighted]': { background: color.hover, boxShadow: `inset 2px 0 0 ${color.accent}` },
    '&[data-disabled]': disabled,
  },
})
export const mark = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: '16px',
  height: '16px',
  color: color.accent,
})
export const separator = style({ height: '1px', margin: `${space[1]} 0`, background: color.divider })
export const note = style({
  marginLeft: 'auto',
  paddingLeft: space[4],
  color: color.textMuted,
  fontSize: type.size.small,
})
