import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const overviewRow = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 64px',
  alignItems: 'center',
  gap: space[4],
  minHeight: '44px',
  padding: `${space[2]} ${space[4]}`,
  selectors: { '& + &': { borderTop: `1px solid ${color.divider}` } },
})
export const link = style({ textAlign: 'right' })
