import { createVar, style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { ellipsis, quiet, tabular, textButton } from '#src/ui/theme/mixins.css.ts'
import { radius, space, type } from '#src/ui/theme/tokens.ts'

/** Height of a card and of the gap below it in px; fixed, so that rows need not be measured. */
export const CARD_HEIGHT = 212
export const GAP = 12
/** Minimum card width in px. */
export const CARD_WIDTH = 290

export const filters = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: space[3] })
export const search = style({ flex: '1 1 200px', maxWidth: '320px' })
export const shownCount = style({ ...tabular, marginLeft: 'auto', color: color.textMuted, fontSize: type.size.small })
export const groups = style({ display: 'flex', flexWrap: 'wrap', gap: space[2] })

export const viewport = style({
  position: 'relative',
  maxHeight: 'max(480px, calc(100vh - 220px))',
  overflowY: 'auto',
  overflowX: 'hidden',
  padding: space[3],
  // content loaded above must not shift the visible rows
  overflowAnchor: 'none',
  contain: 'strict',
})
export const sheet = style({ position: 'relative', width: '100%' })

export const offset = createVar()
export const row = style({
  position: 'absolute',
  top: 0,
  left: 0,
  right: 0,
  display: 'grid',
  gap: `${GAP}px`,
  height: `${CARD_HEIGHT}px`,
  transform: `translateY(calc(${offset} * 1px))`,
})
export const columns = createVar()
export const cells = style({ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` })

export const card = style({
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  minWidth: 0,
  height: `${CARD_HEIGHT}px`,
  border: `1px solid ${color.divider}`,
  borderRadius: radius.large,
  background: color.raised,
  contain: 'strict',
  cursor: 'pointer',
  selectors: {
    '&:hover': { borderColor: color.line },
    '&[data-status="error"]': { borderColor: color.danger },
  },
})
export const header = style({
  display: 'flex',
  alignItems: 'baseline',
  gap: space[2],
  minWidth: 0,
  padding: `${space[2]} ${space[3]}`,
})
export const title = style({ flex: '0 1 auto', minWidth: 0 })
export const open = style({
  ...textButton,
  ...ellipsis,
  display: 'block',
  maxWidth: '100%',
  fontWeight: type.weight.strong,
  selectors: { [`${card}:hover &`]: { textDecoration: 'underline', textUnderlineOffset: '3px' } },
})
export const kindLabel = style({
  ...ellipsis,
  flex: '1 1 0',
  minWidth: 0,
  textAlign: 'right',
  fontSize: type.size.small,
  color: color.textMuted,
})
export const body = style({ minHeight: 0, overflow: 'hidden', padding: `0 ${space[3]}` })
export const footer = style({
  ...tabular,
  ...quiet,
  display: 'grid',
  gridTemplateColumns: 'auto auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: space[2],
  padding: `${space[2]} ${space[3]}`,
  borderTop: `1px solid ${color.divider}`,
})
export const age = style({ minWidth: '6ch', textAlign: 'right' })
export const bar = style({ padding: space[3], borderBottom: `1px solid ${color.divider}` })
