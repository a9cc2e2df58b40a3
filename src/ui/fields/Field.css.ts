import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled, row, small } from '../theme/mixins.css.ts'
import { controlHeight, motion, onTouch, radius, space } from '../theme/tokens.ts'

export const field = style({ display: 'grid', alignContent: 'start', gap: space[1], minWidth: 0 })
export const error = style({ ...row, ...small, gap: space[1], color: color.danger })

/** Shared style of inputs and select triggers. */
export const control = style({
  width: '100%',
  minWidth: 0,
  height: controlHeight.medium,
  padding: `0 ${space[3]}`,
  border: `1px solid ${color.line}`,
  borderRadius: radius.medium,
  background: color.field,
  color: color.text,
  transition: `border-color ${motion.fast}`,
  '::placeholder': { color: color.textMuted, opacity: 1 },
  selectors: {
    '&:focus-visible': { borderColor: color.accent, outlineOffset: '0' },
    '&[aria-invalid="true"]': { borderColor: color.danger },
    '&:read-only:not(button)': { background: 'transparent', color: color.textMuted },
    '&:disabled, &[data-disabled]': disabled,
    '&:-webkit-autofill': { WebkitTextFillColor: color.text, boxShadow: `inset 0 0 0 40px ${color.field}` },
  },
})
export const textArea = style({ height: 'auto', padding: `${space[2]} ${space[3]}`, resize: 'vertical' })
export const withButton = style({ paddingRight: controlHeight.medium })
export const wrapper = style({ position: 'relative', display: 'flex' })
export const adornment = style({
  position: 'absolute',
  right: '3px',
  top: '3px',
  '@media': { [onTouch]: { top: 0, right: 0 } },
})
