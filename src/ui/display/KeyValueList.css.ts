import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { figures } from '../theme/figures.css.ts'
import { space, type } from '../theme/tokens.ts'

export const list = style({ display: 'grid', rowGap: space[1] })
export const row = style({
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[4],
  minWidth: 0,
})
export const name = style({
  flex: 'none',
  color: color.textMuted,
  '::first-letter': { textTransform: 'uppercase' },
})
export const value = style([figures, { minWidth: 0, textAlign: 'right', overflowWrap: 'anywhere' }])
export const mono = style({ fontFamily: type.mono, fontSize: type.size.small })
