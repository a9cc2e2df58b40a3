import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { row, tabular } from '../theme/mixins.css.ts'
import { controlHeight, radius, space, type } from '../theme/tokens.ts'

export const root = style({ display: 'grid', gridTemplateColumns: '1fr auto', columnGap: space[2] })
export const label = style({ color: color.textMuted, fontSize: type.size.small })
export const value = style({ ...tabular, fontSize: type.size.small, textAlign: 'right' })
export const control = style({
  ...row,
  gridColumn: '1 / -1',
  height: controlHeight.small,
  touchAction: 'none',
  selectors: { '&[data-disabled]': { opacity: 0.5 } },
})
export const track = style({ width: '100%', height: '4px', borderRadius: radius.round, background: color.line })
export const indicator = style({ borderRadius: radius.round, background: color.accent })
export const thumb = style({
  width: '16px',
  height: '16px',
  borderRadius: radius.round,
  border: `2px solid ${color.surface}`,
  background: color.accent,
  selectors: { '&:has(:focus-visible)': { outline: `2px solid ${color.accent}`, outlineOffset: '2px' } },
})
