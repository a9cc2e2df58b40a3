import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled, row } from '../theme/mixins.css.ts'
import { motion, radius, space } from '../theme/tokens.ts'

export const dropzone = style({
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  gap: space[1],
  padding: space[5],
  border: `1px dashed ${color.line}`,
  borderRadius: radius.medium,
  background: color.field,
  color: color.textMuted,
  textAlign: 'center',
  cursor: 'pointer',
  transition: `border-color ${motion.fast}, background-color ${motion.fast}`,
  selectors: {
    '&:hover, &[data-over="true"]': { borderColor: color.accent, background: color.hover },
    '&:focus-within': { outline: `2px solid ${color.accent}`, outlineOffset: '2px' },
    '&[data-disabled="true"]': disabled,
  },
})
/** Transparent over the dropzone: receives presses, drops and the focus. */
export const input = style({
  position: 'absolute',
  inset: 0,
  width: '100%',
  opacity: 0,
  cursor: 'inherit',
})
export const label = style({ ...row, gap: space[2], color: color.text })
