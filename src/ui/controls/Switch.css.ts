import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled, tallOnTouch } from '../theme/mixins.css.ts'
import { motion, radius, space } from '../theme/tokens.ts'

export const field = style({
  ...tallOnTouch,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[2],
  cursor: 'pointer',
})

export const track = style({
  appearance: 'none',
  flex: 'none',
  width: '36px',
  height: '20px',
  margin: 0,
  padding: '2px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.round,
  background: 'transparent',
  cursor: 'inherit',
  transition: `background-color ${motion.fast}`,
  '::before': {
    content: '""',
    display: 'block',
    width: '14px',
    height: '14px',
    borderRadius: radius.round,
    background: color.textMuted,
    transition: `transform ${motion.fast}`,
  },
  selectors: {
    '&:checked': { background: color.accentSolid, borderColor: color.accentSolid },
    '&:checked::before': { background: color.onSolid, transform: 'translateX(16px)' },
    '&:disabled': disabled,
  },
})
