import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { bottomBarHeight, from, layer, space } from '#src/ui/theme/tokens.ts'

/** Below the content, so that nothing moves when it appears, and always in view: above the bottom bar of narrow windows. */
export const banner = style({
  position: 'sticky',
  zIndex: layer.bar,
  bottom: bottomBarHeight,
  padding: space[2],
  background: color.surface,
  borderTop: `1px solid ${color.divider}`,
  '@media': { [from.tablet]: { bottom: 0 } },
})
