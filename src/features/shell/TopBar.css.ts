import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { ellipsis, row, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { from, layer, space, topBarHeight, type } from '#src/ui/theme/tokens.ts'

export const bar = style({
  ...wrappingRow,
  gap: `${space[1]} ${space[3]}`,
  minHeight: topBarHeight,
  padding: `${space[2]} ${space[3]}`,
  background: color.surface,
  borderBottom: `1px solid ${color.divider}`,
  '@media': {
    [from.tablet]: {
      position: 'sticky',
      top: 0,
      zIndex: layer.bar,
      flexWrap: 'nowrap',
      padding: `${space[2]} ${space[4]}`,
    },
  },
})
export const brand = style({
  ...row,
  gap: space[2],
  marginRight: 'auto',
  fontSize: type.size.title,
  fontWeight: type.weight.strong,
  '@media': { [from.tablet]: { display: 'none' } },
})
export const tools = style({ ...row, flex: 'none', gap: space[1] })
export const status = style({ display: 'none', '@media': { [from.desktop]: { display: 'inline' } } })

/** On narrow windows market and user share the second line; on wide ones the market comes first. */
export const market = style({
  ...row,
  gap: space[2],
  order: 1,
  flex: '1 1 auto',
  minWidth: 0,
  '@media': { [from.tablet]: { order: -1, flex: '1 1 30%', minWidth: '112px' } },
})
export const user = style({
  ...row,
  order: 2,
  gap: space[2],
  minWidth: 0,
  '@media': { [from.tablet]: { order: 0, flex: '0 1 auto', minWidth: '168px' } },
})
export const email = style({ ...ellipsis, minWidth: 0, color: color.textMuted })
export const logout = style({ flex: 'none', '@media': { [from.tablet]: { order: 1 } } })
