import { keyframes, styleVariants } from '@vanilla-extract/css'
import { radius } from '../theme/tokens.ts'

const turn = keyframes({ to: { transform: 'rotate(1turn)' } })

const ring = (size: string) => ({
  display: 'inline-block',
  flex: 'none',
  width: size,
  height: size,
  border: '2px solid currentColor',
  borderRightColor: 'transparent',
  borderRadius: radius.round,
  animation: `${turn} 800ms linear infinite`,
})

export const spinner = styleVariants({ small: ring('14px'), medium: ring('20px') })
