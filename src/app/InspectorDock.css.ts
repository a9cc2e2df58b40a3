import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { row, titleText } from '#src/ui/theme/mixins.css.ts'
import { layer, space } from '#src/ui/theme/tokens.ts'

/** Below the page, in view while the page scrolls. */
export const dock = style({
  position: 'sticky',
  bottom: 0,
  zIndex: layer.bar,
  height: '46vh',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  padding: `0 ${space[4]} ${space[4]}`,
  borderTop: `1px solid ${color.line}`,
  background: color.canvas,
})
export const header = style({ ...row, gap: space[4], padding: `${space[2]} 0` })
export const title = style({ ...titleText, marginRight: 'auto' })
