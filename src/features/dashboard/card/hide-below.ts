import type { StyleRule } from '@vanilla-extract/css'

/** Visually hides redundant labels up to this container width (px); screen readers still get them. */
export const hideBelow = (width: number): StyleRule => ({
  '@container': {
    [`(max-width: ${width}px)`]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
    },
  },
})
