import { style, keyframes, styleVariants, createVar } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { oneColumn } from '../theme/mixins.css.ts'
import { space, type, radius, motion } from '../theme/tokens.ts'

export const state = style({
  ...oneColumn,
  justifyItems: 'center',
  alignContent: 'center',
  gap: space[2],
  padding: space[6],
  minHeight: '100%',
  textAlign: 'center',
  color: color.textMuted,
  overflowWrap: 'anywhere',
})
export const title = style({ color: color.text, fontWeight: type.weight.strong })
export const failed = style({ color: color.danger, fontWeight: type.weight.strong })
export const hint = style({ maxWidth: '48ch' })

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

export const stack = style({ display: 'grid', gap: space[3], minWidth: 0 })
export const loading = style({ display: 'grid', gap: space[3], padding: space[4] })
/** Takes no part in the layout. */
export const placeholder = style({ display: 'contents' })
export const content = style({
  minWidth: 0,
  selectors: { '&[data-previous="true"]': { opacity: 0.55, transition: `opacity ${motion.fast}` } },
})

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
