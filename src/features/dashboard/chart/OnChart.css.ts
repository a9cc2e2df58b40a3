import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { ellipsis } from '#src/ui/theme/mixins.css.ts'

/** Looks like the figure that it is; the pointer and the focus say that it can be pressed. */
export const onChart = style({
  ...ellipsis,
  maxWidth: '100%',
  padding: 0,
  border: 0,
  background: 'transparent',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'inherit',
  cursor: 'pointer',
  selectors: {
    '&:hover': { textDecoration: 'underline', textDecorationColor: color.textMuted, textUnderlineOffset: '3px' },
  },
})
