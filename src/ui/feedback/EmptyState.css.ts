import { style } from '@vanilla-extract/css'
import { color } from '../theme/color.css.ts'
import { oneColumn } from '../theme/mixins.css.ts'
import { space, type } from '../theme/tokens.ts'

export const state = style({
  ...oneColumn,
  justifyItems: 'center',
  alignContent: 'center',
  gap: space[2],
  padding: space[6],
  minHeight: '100%',
  textAlign: 'center',
  color: color.textMuted,
  overflowWrap: 'anywhere',
})
export const title = style({ color: color.text, fontWeight: type.weight.strong })
export const failed = style({ color: color.danger, fontWeight: type.weight.strong })
export const hint = style({ maxWidth: '48ch' })
