import { style, globalStyle, keyframes } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled, row, tallOnTouch, touchable, quiet, titleText } from '../theme/mixins.css.ts'
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

export const trigger = style({
  ...touchable,
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: '24px',
  padding: 0,
  border: 0,
  borderRadius: radius.round,
  background: 'none',
  cursor: 'pointer',
})
/** Wide enough for the longest stream key beside its name. */
export const content = style({ padding: space[3], width: '472px', fontSize: type.size.small })
export const heading = style({ marginBottom: space[2], fontSize: type.size.body })

export const bubble = style({ padding: `${space[1]} ${space[2]}`, maxWidth: '320px', fontSize: type.size.small })

/**
 * Near the top at every width, so that the field stays where it is while the list grows and shrinks, and above the
 * keyboard of a phone.
 */
export const top = style({
  placeItems: 'start center',
  padding: `max(${space[2]}, 12vh) ${space[2]} ${space[2]}`,
})
globalStyle(`${top} > *`, { border: `1px solid ${color.line}`, borderRadius: radius.large })
export const search = style({
  ...row,
  gap: space[2],
  padding: `${space[2]} ${space[4]}`,
  borderBottom: `1px solid ${color.divider}`,
  color: color.textMuted,
})
export const input = style({
  ...titleText,
  flex: 1,
  minWidth: 0,
  height: '36px',
  border: 0,
  outline: 0,
  background: 'transparent',
  color: color.text,
})
export const list = style({ maxHeight: 'min(420px, 60vh)', overflowY: 'auto', padding: space[2] })
globalStyle(`${list}:empty`, { display: 'none' })
export const group = style({ ...quiet, padding: `${space[2]} ${space[2]} ${space[1]}` })
export const empty = style({ selectors: { '&:not(:empty)': { padding: space[5], color: color.textMuted } } })

const appear = keyframes({ from: { opacity: 0 } })
/** Not seen where the palette is there at once. */
export const loading = style({ animation: `${appear} ${motion.fast} 200ms backwards` })
/** Undoes what the browser gives its dialogs. */
export const box = style({ position: 'static', margin: 0, padding: 0, color: 'inherit' })
