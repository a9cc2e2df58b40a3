import { style } from '@vanilla-extract/css'
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
