import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { quiet, row, titleText } from '../theme/mixins.css.ts'
import { motion, radius, space } from '../theme/tokens.ts'

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
