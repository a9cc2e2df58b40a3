import { style } from '@vanilla-extract/css'
import { displayText } from '../theme/mixins.css.ts'
import { space, type } from '../theme/tokens.ts'

export const header = style({
  display: 'flex',
  alignItems: 'flex-end',
  flexWrap: 'wrap',
  gap: `${space[2]} ${space[4]}`,
})
export const title = style({ ...displayText, fontWeight: type.weight.strong, letterSpacing: '-0.01em' })
export const actions = style({ display: 'flex', flexWrap: 'wrap', gap: space[2], marginLeft: 'auto' })
