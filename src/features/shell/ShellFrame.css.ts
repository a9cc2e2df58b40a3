import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { dock, from, layer, radius, space, type } from '#src/ui/theme/tokens.ts'

export const frame = style({
  minHeight: '100vh',
  '@media': { [from.tablet]: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)' } },
})
export const column = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: '100vh',
  paddingRight: dock.right,
  paddingBottom: dock.bottom,
})
export const main = style({
  flex: 1,
  minWidth: 0,
  padding: `${space[3]} ${space[3]} 80px`,
  outline: 0,
  '@media': { [from.tablet]: { padding: space[4] } },
})
export const skip = style({
  position: 'fixed',
  zIndex: layer.toast,
  top: space[2],
  left: space[2],
  padding: `${space[2]} ${space[4]}`,
  borderRadius: radius.medium,
  background: color.raised,
  selectors: { '&:not(:focus)': { transform: 'translateY(-200%)' } },
})

export const list = style({ display: 'grid', gap: space[2] })
export const row = style({ display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: space[4] })
export const keys = style({ display: 'inline-flex', alignItems: 'center', gap: space[1], flexShrink: 0 })
export const heading = style({
  margin: `${space[4]} 0 ${space[2]}`,
  fontSize: type.size.body,
  fontWeight: type.weight.strong,
})
