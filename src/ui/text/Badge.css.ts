import { style } from '@vanilla-extract/css'
import { recipe } from '@vanilla-extract/recipes'
import { radius, space, type } from '../theme/tokens.ts'
import { row, small } from '../theme/mixins.css.ts'
import { toneColor, toneSoft, color } from '#src/ui/theme/color.css.ts'

const words = { ...small, color: toneColor, fontWeight: type.weight.strong, whiteSpace: 'nowrap' } as const
const filled = { minHeight: '20px', padding: `0 ${space[2]}`, background: toneSoft } as const

export const badge = recipe({
  base: { ...words, ...filled, display: 'inline-flex', alignItems: 'center', gap: space[1], maxWidth: '100%' },
  variants: {
    shape: { badge: { borderRadius: radius.small }, pill: { borderRadius: radius.round } },
  },
})

export const text = style({ minWidth: 0, overflow: 'clip', textOverflow: 'ellipsis' })
export const dot = style({
  flex: 'none',
  width: '8px',
  height: '8px',
  borderRadius: radius.round,
  background: 'currentColor',
})

const COUNT_WIDTH = '1.25em'
const endsRound = { badge: { borderRadius: radius.small }, pill: { borderRadius: radius.round } } as const

/** One line, at its right end: parts that do not fit wrap out of sight, where screen readers still find them. */
export const shrinking = style({
  ...words,
  display: 'inline-flex',
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  maxWidth: '100%',
  height: '20px',
  overflow: 'clip',
})
/** What stays. */
export const kept = recipe({ base: { ...row, ...filled, flex: 'none', gap: space[1] }, variants: { shape: endsRound } })
export const count = style({ width: COUNT_WIDTH, textAlign: 'center', '::before': { content: 'attr(data-count)' } })
/** Covers the end of what is before it, so that both are one badge; asks for no width of its own. */
export const part = recipe({
  base: {
    ...filled,
    display: 'inline-grid',
    gridTemplateColumns: 'minmax(0, max-content)',
    alignItems: 'center',
    marginLeft: `calc(-1 * ${space[2]})`,
    paddingLeft: 0,
    borderTopLeftRadius: 0,
    borderBottomLeftRadius: 0,
    whiteSpace: 'pre',
    selectors: { '&:nth-child(2)': { paddingLeft: space[1] } },
  },
  variants: {
    shape: {
      badge: { borderTopRightRadius: radius.small, borderBottomRightRadius: radius.small },
      pill: { borderTopRightRadius: radius.round, borderBottomRightRadius: radius.round },
    },
    /** In place of the count. */
    coversCount: { true: { marginLeft: `calc(-1 * (${space[2]} + ${COUNT_WIDTH} + ${space[1]}))` } },
  },
})

export const stale = style({ color: color.warning })
