import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled } from '../theme/mixins.css.ts'
import { controlHeight, motion, space, type } from '../theme/tokens.ts'

export const list = style({
  display: 'flex',
  gap: space[1],
  overflowX: 'auto',
  borderBottom: `1px solid ${color.divider}`,
})
export const tab = style({
  minHeight: controlHeight.medium,
  padding: `0 ${space[3]}`,
  border: 0,
  borderBottom: '2px solid transparent',
  background: 'transparent',
  color: color.textMuted,
  fontWeight: type.weight.strong,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  transition: `color ${motion.fast}`,
  outlineOffset: '-2px !important',
  selectors: {
    '&:hover': { color: color.text },
    '&[data-active]': { color: color.text, borderBottomColor: color.accent },
    '&[data-disabled]': disabled,
  },
})
export const panel = style({ paddingTop: space[4] })
