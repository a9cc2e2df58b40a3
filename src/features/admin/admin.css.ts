import { globalStyle, style } from '@vanilla-extract/css'
import { color, toneColor } from '#src/ui/theme/color.css.ts'
import { displayText, panel, small, tabular, touchable, wrappingRow, outlined } from '#src/ui/theme/mixins.css.ts'
import { controlHeight, from, onTouch, space, type } from '#src/ui/theme/tokens.ts'

export const area = style({ display: 'grid', gap: space[4], minWidth: 0, alignContent: 'start' })
export const nav = style({
  display: 'flex',
  justifyContent: 'space-between',
  overflowX: 'auto',
  borderBottom: `1px solid ${color.divider}`,
  '@media': { [from.tablet]: { justifyContent: 'start', gap: space[1] } },
})
export const navLink = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: controlHeight.medium,
  padding: `0 ${space[1]}`,
  borderBottom: '2px solid transparent',
  color: color.textMuted,
  fontWeight: type.weight.strong,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  outlineOffset: '-2px !important',
  selectors: {
    '&:hover': { color: color.text },
    '&[aria-current="page"]': { color: color.text, borderBottomColor: color.accent },
  },
  '@media': { [from.tablet]: { padding: `0 ${space[3]}` } },
})
export const rowLink = style(touchable)
/** A user, and below it links to what concerns them; under a finger, far enough apart. */
export const userLinks = style({
  display: 'inline-grid',
  minWidth: 0,
  '@media': { [onTouch]: { gap: space[5] } },
  // In the card of a row there is room beside the user.
  '@container': { '(max-width: 719px)': { display: 'inline-flex', flexWrap: 'wrap', columnGap: space[4] } },
})
export const screen = style({ display: 'grid', gap: space[4], minWidth: 0 })

/** Two columns, four from tablet. */
export const tiles = style({
  display: 'grid',
  gap: space[3],
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  '@media': { [from.tablet]: { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' } },
})
export const tile = style({
  ...panel,
  display: 'grid',
  alignContent: 'start',
  gap: space[1],
  minWidth: 0,
  padding: space[4],
})
export const tileValue = style({ ...tabular, ...displayText, fontWeight: type.weight.strong, color: toneColor })
export const neutralTileValue = style([tileValue, { color: color.text }])
export const tileNote = style({ ...small, color: toneColor })

export const filters = style({
  display: 'grid',
  gap: space[3],
  alignItems: 'end',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(160px, 100%), 1fr))',
  padding: space[4],
  borderBottom: `1px solid ${color.divider}`,
})
// No longer than what is typed and pressed there.
globalStyle(`${filters} > *`, { maxWidth: '480px' })
globalStyle(`${filters} > button`, { '@media': { [from.tablet]: { justifySelf: 'start' } } })
/** Side by side on wide windows. */
export const twoColumns = style({
  display: 'grid',
  gap: space[4],
  minWidth: 0,
  alignItems: 'start',
  '@media': { [from.wide]: { gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)' } },
})
export const row = style({ ...wrappingRow, gap: space[2] })
export const spaceBetween = style([row, { justifyContent: 'space-between' }])
export const padded = style({ padding: space[4] })
export const mono = style({ fontFamily: type.mono, fontSize: type.size.small })
export const stack = style({ display: 'grid', gap: space[3], minWidth: 0 })

export const control = style({ ...outlined, display: 'grid', gap: space[3], padding: space[3] })
export const controlName = style({ color: color.textMuted, marginRight: 'auto' })
export const danger = style([control, { borderColor: color.danger }])
export const dangerTitle = style({ color: color.danger, fontWeight: type.weight.strong })
export const resetLink = style({ overflowWrap: 'anywhere' })

export const overviewRow = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 160px) minmax(0, 1fr) 40px',
  alignItems: 'center',
  columnGap: space[4],
  minHeight: '44px',
  padding: `${space[2]} ${space[4]}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.divider}` } },
})
export const overviewName = style([row, { flexWrap: 'nowrap' }])
export const link = style({ textAlign: 'right' })
export const hourlyLine = style({
  display: 'block',
  width: '100%',
  maxWidth: '240px',
  height: '24px',
  overflow: 'visible',
})
