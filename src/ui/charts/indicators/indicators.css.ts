import { style } from '@vanilla-extract/css'
import { color } from '../../theme/color.css.ts'
import { space } from '../../theme/tokens.ts'

export const add = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  alignItems: 'end',
  gap: space[3],
  marginBottom: space[4],
})
export const list = style({ display: 'grid', margin: 0, padding: 0, listStyle: 'none' })
export const row = style({
  display: 'grid',
  gap: space[2],
  paddingBlock: space[3],
  borderTop: `1px solid ${color.divider}`,
})
export const title = style({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: space[2] })
export const actions = style({ display: 'flex' })
/** What a screen adds below. */
export const more = style({ paddingTop: space[4], borderTop: `1px solid ${color.divider}` })
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(136px, 1fr))',
  alignItems: 'end',
  gap: space[3],
})
