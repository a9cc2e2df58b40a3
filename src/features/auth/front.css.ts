import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

/** Pages without the shell: one panel in the middle, at the same place while texts come and go. */
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

export const heading = style({
  display: 'flex',
  alignItems: 'center',
  gap: space[2],
  fontSize: type.size.display,
  lineHeight: type.line.display,
})

export const mark = style({ flex: 'none', color: color.accent })
export const quiet = style({ color: color.textMuted })
export const form = style({ display: 'grid', gap: space[4] })
export const detail = style({ display: 'block', fontSize: type.size.small, lineHeight: type.line.small })
export const actions = style({ display: 'flex', alignItems: 'center', gap: space[2] })
