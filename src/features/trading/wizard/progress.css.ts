import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet, visuallyHidden } from '#src/ui/theme/mixins.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

export const list = style({ display: 'flex', gap: space[2] })
const base = style({
  ...quiet,
  flex: '1 1 0',
  display: 'grid',
  justifyItems: 'start',
  alignContent: 'start',
  gap: space[1],
  minWidth: 0,
  paddingTop: space[2],
  borderTop: `2px solid ${color.divider}`,
})
export const step = styleVariants({
  done: [base, { borderTopColor: color.accent }],
  current: [base, { borderTopColor: color.accent, color: color.text, fontWeight: type.weight.strong }],
  ahead: [base, {}],
})
export const mark = style({
  display: 'inline-grid',
  placeItems: 'center',
  minWidth: '20px',
  height: '20px',
  borderRadius: radius.round,
  background: color.accentSoft,
  color: color.accent,
  selectors: { [`${step.ahead} > &`]: { background: color.neutralSoft, color: color.textMuted } },
})
/** On narrow screens the heading below names the step; the titles remain for screen readers. */
export const title = style({
  '@media': {
    [`not ${from.tablet}`]: visuallyHidden,
  },
})
