import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled, row, small, ellipsis, tabular } from '../theme/mixins.css.ts'
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

export const trigger = style({
  ...row,
  justifyContent: 'space-between',
  gap: space[2],
  textAlign: 'left',
  cursor: 'pointer',
})
export const value = style({
  ...ellipsis,
  minWidth: 0,
  selectors: { '&[data-placeholder]': { color: color.textMuted } },
})
export const list = style({ minWidth: `calc(var(--anchor-width) - ${space[1]} * 2 - 2px)` })

export const group = style({ display: 'flex', minWidth: 0 })
export const input = style({
  ...tabular,
  borderRadius: 0,
  textAlign: 'right',
  selectors: { '&:focus-visible': { position: 'relative', zIndex: 1 } },
})
export const step = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: controlHeight.medium,
  border: `1px solid ${color.line}`,
  background: 'transparent',
  cursor: 'pointer',
  selectors: {
    '&:first-child': { borderRight: 0, borderRadius: `${radius.medium} 0 0 ${radius.medium}` },
    '&:not(:first-child)': { borderLeft: 0, borderRadius: `0 ${radius.medium} ${radius.medium} 0` },
    '&:hover': { background: color.hover },
    '&:disabled, &[data-disabled]': disabled,
  },
})
export const unit = style({ flex: 'none', alignSelf: 'center', paddingLeft: space[2], color: color.textMuted })
