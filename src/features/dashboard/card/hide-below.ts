import type { StyleRule } from '@vanilla-extract/css'

/** Words that a figure beside them makes clear: in a card with no more room than this, in px, they are read but not seen. */
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
