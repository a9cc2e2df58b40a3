import { style } from '@vanilla-extract/css'
import { radius } from '../theme/tokens.ts'
import { toneColor } from '#src/ui/theme/color.css.ts'

export const dot = style({
  display: 'inline-block',
  flex: 'none',
  width: '10px',
  height: '10px',
  borderRadius: radius.round,
  background: toneColor,
})
