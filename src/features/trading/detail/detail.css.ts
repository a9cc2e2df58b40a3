import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { oneColumn, outlined, tabular, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { from, space, type } from '#src/ui/theme/tokens.ts'

export const columns = style({
  ...oneColumn,
  gap: space[6],
  alignItems: 'start',
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const title = style({
  paddingBottom: space[1],
  borderBottom: `1px solid ${color.divider}`,
  fontSize: type.size.body,
})
export const item = style({ ...oneColumn, ...outlined, gap: space[1], padding: space[3], background: color.surface })
export const name = style({ fontWeight: type.weight.strong, overflowWrap: 'anywhere' })
export const end = style({ ...tabular, marginLeft: 'auto', whiteSpace: 'nowrap' })
export const description = style({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
/** Narrow, so that labels stay close to their values. */
export const narrow = style({ maxWidth: '240px' })
export const past = style({
  ...oneColumn,
  gap: space[1],
  maxHeight: '420px',
  overflowY: 'auto',
})
export const row = style({
  ...tabular,
  ...wrappingRow,
  gap: `${space[1]} ${space[3]}`,
  padding: `${space[1]} 0`,
  borderBottom: `1px solid ${color.divider}`,
  fontSize: type.size.small,
})
export const consequences = style({ ...tabular, display: 'flex', flexWrap: 'wrap', gap: `0 ${space[3]}` })
export const consequence = style({ display: 'inline-flex', alignItems: 'center', gap: space[1] })
export const filters = style({ ...wrappingRow, alignItems: 'end', gap: space[3] })
export const whyToggle = style({ display: 'flex', width: 'fit-content', marginLeft: 'auto', justifySelf: 'end' })

export const figure = style({ ...oneColumn, ...outlined, gap: space[1], margin: 0, padding: space[2] })
export const chart = style({ display: 'block', width: '100%', height: 'auto' })
export const line = style({
  fill: 'none',
  stroke: color.textMuted,
  strokeWidth: 1.5,
  vectorEffect: 'non-scaling-stroke',
})
export const buy = style({ fill: color.up })
export const sell = style({ fill: color.down })
