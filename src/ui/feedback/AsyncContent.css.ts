import { style } from '@vanilla-extract/css'
import { motion, space } from '../theme/tokens.ts'

export const stack = style({ display: 'grid', gap: space[3], minWidth: 0 })
export const loading = style({ display: 'grid', gap: space[3], padding: space[4] })
/** Takes no part in the layout. */
export const placeholder = style({ display: 'contents' })
export const content = style({
  minWidth: 0,
  selectors: { '&[data-previous="true"]': { opacity: 0.55, transition: `opacity ${motion.fast}` } },
})
