import { style } from '@vanilla-extract/css'

/** Equal-width digits, so that live numbers do not jump. Not for prose: this font widens hyphens too. */
export const tabularNums = style({ fontVariantNumeric: 'tabular-nums' })
