import { style } from '@vanilla-extract/css'
import { WHILE_LOADING } from '#src/ui/attributes.ts'
import { color } from '#src/ui/theme/color.css.ts'
import { quiet } from '#src/ui/theme/mixins.css.ts'
import { from, space } from '#src/ui/theme/tokens.ts'

export const list = style({ display: 'grid', gap: space[3] })
export const step = style({ display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: space[3] })
export const mark = style({ display: 'inline-flex', paddingTop: space.half, color: color.textMuted })
export const done = style({ color: color.success })
export const says = style({ display: 'block' })

const line = { ...quiet, minHeight: '40px' } as const
/** On two lines in the narrow sidebar. */
export const offer = style({
  selectors: { '&&': { maxWidth: '100%', height: 'auto', padding: space[1], whiteSpace: 'normal' } },
})
/** At the lower end of the sidebar, which a bottom bar has no room for. */
export const inSidebar = style({
  ...line,
  display: 'none',
  '@media': { [from.tablet]: { display: 'block', marginTop: 'auto', textAlign: 'center' } },
})
/** Below the content of a narrow window: seen only where it stays. */
export const belowContent = style({
  ...line,
  marginTop: space[4],
  selectors: { [`:has(${WHILE_LOADING}) > &, &:only-child`]: { display: 'none' } },
  '@media': { [from.tablet]: { display: 'none' } },
})
