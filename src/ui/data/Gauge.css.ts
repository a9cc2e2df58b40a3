import { style } from '@vanilla-extract/css'
import { color, toneColor, toneMark } from '../theme/color.css.ts'
import { small, tabular } from '../theme/mixins.css.ts'
import { type } from '../theme/tokens.ts'

export const gauge = style({
  ...small,
  position: 'relative',
  display: 'grid',
  justifyItems: 'center',
  minWidth: 0,
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
export const arc = style({ stroke: toneMark })
export const value = style({ ...tabular, marginTop: '-16px', fontWeight: type.weight.strong })
export const caption = style({ color: toneColor })
