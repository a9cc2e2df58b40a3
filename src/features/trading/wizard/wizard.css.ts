import { style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import {
  oneColumn,
  outlined,
  quiet,
  row,
  small,
  titleText,
  touchable,
  visuallyHidden,
  wrappingRow,
} from '#src/ui/theme/mixins.css.ts'
import { from, radius, space, type } from '#src/ui/theme/tokens.ts'

export const stack = style({ ...oneColumn, gap: space[4] })
export const body = style({ ...oneColumn, gap: space[5], alignContent: 'start' })
export const heading = style({ ...wrappingRow, ...titleText, gap: space[2], ':focus': { outline: 'none' } })
export const pair = style({
  ...oneColumn,
  gap: space[4],
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const fields = style([pair])
export const outlook = style({ ...outlined, padding: space[3], color: color.textMuted })
export const panels = style({
  ...oneColumn,
  gap: space[5],
  alignItems: 'start',
  '@media': { [from.tablet]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 3fr)' } },
})
/** Stays visible while the long list beside it scrolls. */
export const selection = style([stack, { '@media': { [from.tablet]: { position: 'sticky', top: 0 } } }])
export const panelTitle = style({ fontSize: type.size.body, ':focus': { outline: 'none' } })
export const item = style({
  ...oneColumn,
  ...outlined,
  gap: space[2],
  padding: space[3],
  background: color.surface,
  selectors: { '&[data-selected="true"]': { borderColor: color.accent } },
})
export const itemHeader = style({ ...row, gap: space[2], minWidth: 0 })
export const itemName = style({ flex: 1, minWidth: 0, fontWeight: type.weight.strong })
export const details = style({ fontSize: type.size.small, lineHeight: type.line.body })
export const summary = style({ ...touchable, cursor: 'pointer', color: color.textMuted, width: 'fit-content' })
export const assignment = style({ ...oneColumn, ...outlined, gap: space[2], margin: 0, padding: space[3] })
export const legend = style({ padding: `0 ${space[1]}`, color: color.textMuted, fontSize: type.size.small })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] })
/** Separates Cancel from Back and Next. */
export const cancel = style({ marginRight: 'auto' })
/** As high as a button at most, between the buttons of narrow screens too. */
export const saved = style({
  ...small,
  display: 'flex',
  alignItems: 'center',
  gap: space[1],
  minWidth: 0,
  minHeight: '20px',
  color: color.textMuted,
  '@media': { [`not ${from.tablet}`]: { display: 'block', flex: '1000 1 0', alignSelf: 'center' } },
})
export const sections = style({
  ...oneColumn,
  gap: space[5],
  alignItems: 'start',
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const section = style({ ...oneColumn, gap: space[2], alignContent: 'start' })
export const description = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })

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
