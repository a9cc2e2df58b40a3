import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined, quiet, row, tabular, titleText } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'
import { hideBelow } from './hide-below.ts'

/** Spare height is distributed between the blocks, not below them. */
export const stack = style({
  ...oneColumn,
  containerType: 'inline-size',
  alignSelf: 'start',
  alignContent: 'space-between',
  rowGap: space[3],
})
export const block = style({ ...oneColumn, alignContent: 'start', gap: space[2] })
/** Title of a block and, on the right, how many items are not shown. */
export const blockHeader = style({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space[2],
})
/** Labels, bars and values in columns; two side by side on wide cards. */
export const meters = style({
  ...oneColumn,
  gap: `${space[1]} ${space[6]}`,
  '@container': { '(min-width: 460px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const twoColumns = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: `${space[2]} ${space[4]}`,
})
export const rows = style({ ...oneColumn, rowGap: space[2] })
export const numeric = style({ ...tabular, textAlign: 'right', whiteSpace: 'nowrap' })
export const strong = style({
  ...tabular,
  minWidth: 0,
  fontWeight: type.weight.strong,
  overflow: 'clip',
  textOverflow: 'ellipsis',
})

/** Conclusion of the card and its record. */
export const conclusion = style({ ...oneColumn })
/** Conclusion of the card, with a note on the right. */
export const headline = style({
  ...titleText,
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: space[3],
  minHeight: type.line.title,
  fontWeight: type.weight.strong,
})
export const headlineText = style({
  ...tabular,
  minWidth: 0,
  overflow: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const headlineNote = style({ ...tabular, ...quiet, flex: 'none', fontWeight: type.weight.regular })
export const recordLine = style({
  ...tabular,
  ...quiet,
  overflow: 'clip',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
/** Left out where the conclusion would not fit. */
export const scopeWord = style(hideBelow(420))
/** All of them need no words where the conclusion would not fit. */
export const scopeTimeframes = style(hideBelow(345))
/** Left out where the record would not fit. */
export const recordWord = style(hideBelow(340))
export const box = style({ ...outlined, display: 'grid', gap: space[1], padding: space[3], background: color.raised })
export const line = style({ ...row, gap: space[2], minWidth: 0, height: '20px', whiteSpace: 'nowrap' })
export const ellipsis = style({ minWidth: 0, overflow: 'clip', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
/** Around a list of values: one line each, however long. */
export const facts = style({})
globalStyle(`${facts} dd`, { overflow: 'clip', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
export const directionColor = styleVariants({
  bullish: { color: color.up },
  bearish: { color: color.down },
  none: { color: color.textMuted },
})
/** Shrinks in favour of what is beside it. */
export const marketBadges = style({ display: 'flex', gap: space[2], minWidth: 0 })
globalStyle(`${marketBadges} > *`, { minWidth: 0 })
/** At the right end, never cut. */
export const badgesAtEnd = style([line, { flex: 'none', marginLeft: 'auto' }])
export const end = style({ marginLeft: 'auto' })
/** Left out on narrow pages, whose head names the market. */
export const source = style(hideBelow(480))
/** Fixed width, so that the badge does not change size every second. */
export const age = style({ ...tabular, display: 'inline-block', minWidth: '4ch', textAlign: 'left' })
export const problems = style({ ...oneColumn, gap: space[2], overflowWrap: 'anywhere' })
export const code = style({ display: 'block', color: color.danger })
