import { style } from '@vanilla-extract/css'
import { touchable } from '#src/ui/theme/mixins.css.ts'
import { space } from '#src/ui/theme/tokens.ts'

export const account = style({ display: 'grid', gap: space[4], minWidth: 0, maxWidth: '960px' })
export const column = style({ display: 'grid', gap: space[4], minWidth: 0, maxWidth: '640px' })
export const screen = style({ display: 'grid', gap: space[4], maxWidth: '640px' })
export const form = style({ display: 'grid', gap: space[4], justifyItems: 'stretch' })
export const submit = style({ justifySelf: 'start' })
/** A link on a line of its own. */
export const link = style(touchable)
