import { createVar, style } from '@vanilla-extract/css'
import { color, toneMark } from '../theme/color.css.ts'
import { small, tabular } from '../theme/mixins.css.ts'
import { radius, space, type } from '../theme/tokens.ts'

export const ratio = createVar()

export const meter = style({ display: 'grid', gap: space[1], minWidth: 0 })
export const inline = style({
  ...small,
  gridTemplateColumns: '128px minmax(0, 1fr) 5ch',
  alignItems: 'center',
  columnGap: space[2],
})
export const header = style({
  ...small,
  display: 'flex',
  justifyContent: 'space-between',
  gap: space[2],
  selectors: { [`${inline} > &`]: { display: 'contents' } },
})
export const value = style({
  ...tabular,
  fontWeight: type.weight.strong,
  selectors: { [`${inline} &`]: { gridArea: '1 / 3', textAlign: 'right' } },
})
/** A single element without clip or child: a screen has dozens of live meters. */
export const track = style({
  height: '6px',
  borderRadius: radius.round,
  background: `linear-gradient(${toneMark}, ${toneMark}) 0 0 / ${ratio} 100% no-repeat ${color.canvas}`,
  boxShadow: `inset 0 0 0 1px ${color.line}`,
  selectors: { [`${inline} > &`]: { gridArea: '1 / 2' } },
})
