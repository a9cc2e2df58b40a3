import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { textButton } from '../theme/mixins.css.ts'
import { onTouch, space, touchTarget } from '../theme/tokens.ts'

export const button = style({
  ...textButton,
  display: 'inline-flex',
  alignItems: 'center',
  gap: space[1],
  minHeight: '32px',
  '@media': { [onTouch]: { justifyContent: 'center', minWidth: touchTarget, minHeight: touchTarget } },
  color: 'inherit',
  font: 'inherit',
  whiteSpace: 'nowrap',
  selectors: { '&:hover, [aria-sort="ascending"] > &, [aria-sort="descending"] > &': { color: color.text } },
})
export const unsorted = style({ opacity: 0.5 })
