import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { tabularNums } from '../theme/tabular-nums.css.ts'
import { toneColor } from '../theme/tone.css.ts'
import { type } from '../theme/tokens.ts'

export const gauge = style({
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  minWidth: 0,
  fontSize: type.size.small,
  lineHeight: type.line.small,
  textAlign: 'center',
})
export const svg = style({
  width: '100%',
  maxWidth: '72px',
  height: '40px',
  fill: 'none',
  strokeWidth: '6px',
  strokeLinecap: 'round',
})
export const track = style({ stroke: color.line, strokeOpacity: 0.4 })
export const arc = style({ stroke: toneColor })
export const value = style([tabularNums, { marginTop: '-16px', fontWeight: type.weight.strong }])
export const label = style({ color: color.textMuted })
export const caption = style({ color: toneColor })
