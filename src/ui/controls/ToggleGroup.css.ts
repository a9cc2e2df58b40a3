import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled, outlined } from '../theme/mixins.css.ts'
import { controlHeight, motion, onTouch, radius, space, touchTarget, type } from '../theme/tokens.ts'

export const group = style({
  ...outlined,
  display: 'inline-flex',
  justifySelf: 'start',
  flexWrap: 'wrap',
  gap: space.half,
  padding: space.half,
  background: color.canvas,
})
export const toggle = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: space[1],
  minHeight: controlHeight.small,
  '@media': { [onTouch]: { minWidth: touchTarget } },
  padding: `0 ${space[2]}`,
  border: 0,
  borderRadius: radius.small,
  background: 'transparent',
  color: color.textMuted,
  fontSize: type.size.small,
  fontWeight: type.weight.strong,
  cursor: 'pointer',
  transition: `background-color ${motion.fast}`,
  selectors: {
    '&:hover': { color: color.text },
    '&[data-pressed]': { background: color.raised, color: color.text, boxShadow: `inset 0 0 0 1px ${color.line}` },
    '&[data-disabled]': disabled,
  },
})
