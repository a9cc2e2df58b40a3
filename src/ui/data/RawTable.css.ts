import { globalStyle, style } from '@vanilla-extract/css'
import { outlined, quiet } from '../theme/mixins.css.ts'

export const frame = style({ ...outlined, maxHeight: '50vh', overflow: 'auto' })
const wrapping = { display: 'inline-block', whiteSpace: 'normal', overflowWrap: 'anywhere' } as const
export const name = style({ ...wrapping, minWidth: '12ch' })
export const value = style({ ...wrapping, maxWidth: '36ch' })
/** The same time for people, below the number. */
export const moment = style({ ...quiet, display: 'block', whiteSpace: 'nowrap' })
/** In a card it needs a line of its own. */
globalStyle(`${frame} td:has(${moment})`, { gridColumn: '1 / -1' })
export const says = style({ ...wrapping, minWidth: '20ch' })
