import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { displayText, row } from '../theme/mixins.css.ts'
import { radius, space } from '../theme/tokens.ts'

/** Panel at a fixed distance from the top, so that it does not move when its height changes. */
export const page = style({
  display: 'grid',
  justifyItems: 'center',
  alignContent: 'start',
  minHeight: '100vh',
  padding: `clamp(${space[8]}, 16vh, 160px) ${space[4]} ${space[8]}`,
})

export const panel = style({
  display: 'grid',
  gap: space[5],
  width: '100%',
  maxWidth: '384px',
  padding: space[6],
  background: color.surface,
  border: `1px solid ${color.divider}`,
  borderRadius: radius.large,
})

export const heading = style({ ...row, ...displayText, gap: space[2] })

export const mark = style({ flex: 'none', color: color.accent })
