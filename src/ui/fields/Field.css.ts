import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { controlHeight, motion, radius, space, type } from '../theme/tokens.ts'

export const field = style({ display: 'grid', alignContent: 'start', gap: space[1], minWidth: 0 })
export const label = style({ fontSize: type.size.small, lineHeight: type.line.small, color: color.textMuted })
export const hint = style({ fontSize: type.size.small, lineHeight: type.line.small, color: color.textMuted })
export const error = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[1],
  fontSize: type.size.small,
  lineHeight: type.line.small,
  color: color.danger,
})

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
    '&:disabled, &[data-disabled]': { opacity: 0.5, cursor: 'not-allowed' },
    '&:-webkit-autofill': { WebkitTextFillColor: color.text, boxShadow: `inset 0 0 0 40px ${color.field}` },
  },
})
export const textArea = style({ height: 'auto', padding: `${space[2]} ${space[3]}`, resize: 'vertical' })
export const withButton = style({ paddingRight: controlHeight.medium })
export const wrapper = style({ position: 'relative', display: 'flex' })
export const adornment = style({ position: 'absolute', right: '3px', top: '3px' })
