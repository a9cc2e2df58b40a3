import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { oneColumn, touchable } from '../theme/mixins.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

/** As large as a finger needs, in the place of a letter. */
export const trigger = style({
  ...touchable,
  display: 'inline-grid',
  placeItems: 'center',
  width: '24px',
  height: '24px',
  // Far enough from its neighbours that a finger does not press two.
  margin: `var(--help-margin, -${space[1]} 0)`,
  padding: 0,
  border: 0,
  borderRadius: radius.round,
  background: 'none',
  color: color.textMuted,
  cursor: 'help',
  ':hover': { color: color.text },
})
export const content = style({
  ...oneColumn,
  gap: space[2],
  padding: space[3],
  width: '360px',
  maxWidth: '100%',
  maxHeight: '60vh',
  overflow: 'auto',
  fontSize: type.size.small,
})
export const title = style({ margin: 0, fontSize: type.size.body })
export const terms = style({ ...oneColumn, gap: space[2], margin: 0 })
export const term = style({ fontWeight: type.weight.strong })
export const says = style({ margin: 0, color: color.textMuted })
