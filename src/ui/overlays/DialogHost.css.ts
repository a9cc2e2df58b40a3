import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { space } from '../theme/tokens.ts'

export const content = style({
  display: 'grid',
  gap: space[2],
  minHeight: 0,
  padding: `${space[5]} ${space[5]} ${space[4]}`,
  overflowY: 'auto',
  overflowWrap: 'anywhere',
})
export const paragraph = style({ color: color.textMuted, overflowWrap: 'anywhere', whiteSpace: 'pre-line' })
