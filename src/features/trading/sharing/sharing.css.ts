import { style } from '@vanilla-extract/css'
import { outlined, wrappingRow } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const person = style({ ...wrappingRow, ...outlined, gap: space[2], padding: `${space[2]} ${space[3]}` })
export const email = style({ overflowWrap: 'anywhere' })
export const end = style({ marginLeft: 'auto' })
/** The button stays beside the field when a message appears below it. */
export const form = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 360px) auto',
  justifyContent: 'start',
  alignItems: 'start',
  gap: space[3],
})
/** Beside the field, below its label. */
export const submit = style({ marginTop: '20px' })
