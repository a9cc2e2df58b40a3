import { style } from '@vanilla-extract/css'
import { recipe } from '@vanilla-extract/recipes'
import { toneColor, toneSoft } from '../theme/tone.css.ts'
import { radius, space, type } from '../theme/tokens.ts'
import { small } from '../theme/mixins.css.ts'

export const badge = recipe({
  base: {
    ...small,
    display: 'inline-flex',
    alignItems: 'center',
    gap: space[1],
    maxWidth: '100%',
    minHeight: '20px',
    padding: `0 ${space[2]}`,
    background: toneSoft,
    color: toneColor,
    fontWeight: type.weight.strong,
    whiteSpace: 'nowrap',
  },
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
