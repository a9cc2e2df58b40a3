import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { figures } from '#src/ui/theme/figures.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

export const stack = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: space[4],
})
export const block = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: space[2] })
export const heading = style({ fontSize: type.size.small, lineHeight: type.line.small, color: color.textMuted })
export const three = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(max-content, 1fr) minmax(max-content, 1fr) minmax(0, 1fr)',
  alignItems: 'end',
  gap: space[3],
})
export const two = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: `${space[2]} ${space[4]}`,
})
export const pills = style({ display: 'flex', flexWrap: 'wrap', gap: space[1] })
export const rows = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: space[2] })
export const muted = style({ color: color.textMuted, fontSize: type.size.small, lineHeight: type.line.small })
export const figure = style([figures, { textAlign: 'right', whiteSpace: 'nowrap' }])
export const strong = style([figures, { fontWeight: type.weight.strong, overflow: 'hidden', textOverflow: 'ellipsis' }])

/** What the card thinks, and at the right how sure it is. */
export const verdict = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space[3],
  minHeight: type.line.title,
  fontSize: type.size.title,
  lineHeight: type.line.title,
  fontWeight: type.weight.strong,
})
export const thought = style([figures, { minWidth: 0, overflowWrap: 'anywhere' }])
export const sure = style([
  figures,
  {
    flex: 'none',
    fontSize: type.size.small,
    lineHeight: type.line.small,
    fontWeight: type.weight.regular,
    color: color.textMuted,
  },
])
export const box = style({
  display: 'grid',
  gap: space[1],
  padding: space[3],
  border: `1px solid ${color.divider}`,
  borderRadius: radius.medium,
  background: color.raised,
})
export const line = style({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: `${space[1]} ${space[2]}`,
  minHeight: '20px',
})
export const end = style({ marginLeft: 'auto' })
/** Keeps the mark's width while the seconds run. */
export const age = style([figures, { display: 'inline-block', minWidth: '4ch', textAlign: 'left' }])
export const faults = style({ display: 'grid', gap: space[2] })
export const code = style({ display: 'block', color: color.danger, overflowWrap: 'anywhere' })
