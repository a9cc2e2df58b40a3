import { style } from '@vanilla-extract/css'
import { toneColor } from '../theme/tone.css.ts'
import { radius } from '../theme/tokens.ts'

export const dot = style({
  display: 'inline-block',
  flex: 'none',
  width: '10px',
  height: '10px',
  borderRadius: radius.round,
  background: toneColor,
})
