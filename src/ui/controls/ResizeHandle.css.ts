import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { radius } from '../theme/tokens.ts'

/** Straddles the edge, so that it takes no room; as thick as a finger can hit without covering the content. */
export const handle = style({
  position: 'relative',
  zIndex: 4,
  height: '16px',
  margin: '-8px 0',
  cursor: 'ns-resize',
  touchAction: 'none',
  '::after': {
    content: '',
    position: 'absolute',
    left: 'calc(50% - 24px)',
    top: '6px',
    width: '48px',
    height: '4px',
    borderRadius: radius.round,
    background: color.line,
    opacity: 0.5,
  },
  selectors: { '&:hover::after, &:focus-visible::after, &:active::after': { background: color.accent, opacity: 1 } },
})

/** On an edge of its parent, which has a position. */
export const atEdge = styleVariants({
  upper: { position: 'absolute', top: 0, left: 0, right: 0 },
  left: {
    position: 'absolute',
    inset: '0 auto 0 0',
    width: '16px',
    height: 'auto',
    margin: '0 -8px',
    cursor: 'ew-resize',
    '::after': { left: '6px', top: 'calc(50% - 24px)', width: '4px', height: '48px' },
  },
})
