import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { row, titleText } from '#src/ui/theme/mixins.css.ts'
import { bottomBarHeight, from, layer, space } from '#src/ui/theme/tokens.ts'

/** Beside the page and its dialogs, which leave room for it. */
const dock = style({
  position: 'fixed',
  right: 0,
  bottom: 0,
  zIndex: layer.overlay,
  background: color.canvas,
})
export const at = styleVariants({
  bottom: [dock, { left: 0, borderTop: `1px solid ${color.line}` }],
  right: [dock, { top: 0, borderLeft: `1px solid ${color.line}` }],
})
export const aboveBar = style({ '@media': { [`not ${from.tablet}`]: { bottom: bottomBarHeight } } })
export const content = style({
  height: '100%',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  padding: `0 ${space[4]}`,
  containerType: 'size',
})
export const header = style({ ...row, gap: space[2] })
export const title = style({ ...titleText, marginRight: 'auto' })
