import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { ellipsis, row } from '../theme/mixins.css.ts'
import { space } from '../theme/tokens.ts'

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
