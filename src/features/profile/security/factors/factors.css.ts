import { style } from '@vanilla-extract/css'
import { color } from '#src/ui/theme/color.css.ts'
import { small } from '#src/ui/theme/mixins.css.ts'
import { space, type } from '#src/ui/theme/tokens.ts'

const QR_SIZE = '200px'

export const rows = style({ display: 'grid', gap: space[4] })
export const row = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: space[3],
})
export const nested = style({ paddingInlineStart: space[4] })
export const texts = style({ display: 'grid', gap: space[1], minWidth: 0, flex: '1 1 240px', overflowWrap: 'anywhere' })
export const name = style({ display: 'flex', alignItems: 'center', gap: space[2], margin: 0, fontSize: 'inherit' })
export const about = style({ ...small, margin: 0, color: color.textMuted })
export const buttons = style({ display: 'flex', gap: space[2] })
export const setup = style({ display: 'grid', gap: space[4] })
export const codePlace = style({ display: 'grid', placeItems: 'center', minHeight: QR_SIZE })
export const qrCode = style({ width: QR_SIZE, height: QR_SIZE, margin: 0 })
export const key = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: space[3], margin: 0 })
export const codes = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(200px, 1fr))',
  gap: space[2],
  margin: 0,
  fontFamily: type.mono,
})
