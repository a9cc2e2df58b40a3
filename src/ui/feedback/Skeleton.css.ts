import { createVar, keyframes, style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { radius } from '../theme/tokens.ts'

export const width = createVar()
export const height = createVar()

const breathe = keyframes({ '50%': { opacity: 0.55 } })

export const skeleton = style({
  display: 'block',
  width,
  height,
  maxWidth: '100%',
  borderRadius: radius.small,
  background: color.hover,
  animation: `${breathe} 1600ms ease-in-out infinite`,
})
