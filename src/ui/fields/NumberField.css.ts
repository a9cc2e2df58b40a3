import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { disabled, tabular } from '../theme/mixins.css.ts'
import { controlHeight, radius, space } from '../theme/tokens.ts'

export const group = style({ display: 'flex', minWidth: 0 })
export const input = style({
  ...tabular,
  borderRadius: 0,
  textAlign: 'right',
  selectors: { '&:focus-visible': { position: 'relative', zIndex: 1 } },
})
export const step = style({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  width: controlHeight.medium,
  border: `1px solid ${color.line}`,
  background: 'transparent',
  cursor: 'pointer',
  selectors: {
    '&:first-child': { borderRight: 0, borderRadius: `${radius.medium} 0 0 ${radius.medium}` },
    '&:not(:first-child)': { borderLeft: 0, borderRadius: `0 ${radius.medium} ${radius.medium} 0` },
    '&:hover': { background: color.hover },
    '&:disabled, &[data-disabled]': disabled,
  },
})
export const unit = style({ flex: 'none', alignSelf: 'center', paddingLeft: space[2], color: color.textMuted })
