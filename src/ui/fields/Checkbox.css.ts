import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled } from '../theme/mixins.css.ts'
import { controlHeight, space } from '../theme/tokens.ts'

export const field = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[2],
  minHeight: controlHeight.small,
  cursor: 'pointer',
  selectors: { '&:has(:disabled)': disabled },
})
export const box = style({
  flex: 'none',
  width: '16px',
  height: '16px',
  margin: 0,
  accentColor: color.accentSolid,
  cursor: 'inherit',
})
