import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet, row } from '#src/ui/theme/mixins.css.ts'
import { from, layer, motion, radius, space, type } from '#src/ui/theme/tokens.ts'

/** Bottom bar on narrow windows, rail from tablet, full sidebar from desktop. */
export const sidebar = style({
  position: 'fixed',
  zIndex: layer.bar,
  right: 0,
  bottom: 0,
  left: 0,
  background: color.surface,
  borderTop: `1px solid ${color.divider}`,
  paddingBottom: 'env(safe-area-inset-bottom)',
  '@media': {
    [from.tablet]: {
      position: 'sticky',
      top: 0,
      right: 'auto',
      bottom: 'auto',
      display: 'flex',
      flexDirection: 'column',
      height: '100vh',
      overflowY: 'auto',
      padding: `${space[3]} ${space[2]}`,
      borderTop: 0,
      borderRight: `1px solid ${color.divider}`,
      width: '92px',
    },
    [from.desktop]: { width: '208px' },
  },
})
export const brand = style({
  display: 'none',
  '@media': {
    [from.tablet]: {
      ...row,
      flexDirection: 'column',
      gap: space[1],
      marginBottom: space[4],
      fontWeight: type.weight.strong,
    },
    [from.desktop]: {
      flexDirection: 'row',
      gap: space[2],
      height: '36px',
      padding: `0 ${space[3]}`,
      fontSize: type.size.title,
    },
  },
})
export const list = style({
  display: 'flex',
  '@media': { [from.tablet]: { display: 'grid', gap: space[1] } },
})
/** In the bottom bar longer labels use the space left by shorter ones. */
export const entry = style({ flex: '1 1 auto', minWidth: 0 })
export const link = style({
  ...row,
  ...quiet,
  flexDirection: 'column',
  gap: space.half,
  padding: `${space[2]} 0`,
  borderRadius: radius.medium,
  textDecoration: 'none',
  transition: `background-color ${motion.fast}`,
  outlineOffset: '-2px !important',
  selectors: {
    '&:hover': { color: color.text, background: color.hover },
    '&[aria-current="page"]': { color: color.accent, fontWeight: type.weight.strong },
  },
  '@media': {
    [from.tablet]: {
      padding: `${space[2]} ${space[1]}`,
      selectors: { '&[aria-current="page"]': { background: color.accentSoft } },
    },
    [from.desktop]: {
      flexDirection: 'row',
      gap: space[3],
      height: '36px',
      padding: `0 ${space[3]}`,
      fontSize: type.size.body,
      lineHeight: type.line.body,
    },
  },
})
export const label = style({ maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' })
