import { style } from '@vanilla-extract/css'

/** Digits of one width, so that live figures do not jump. Not for words: in this face it widens hyphens too. */
export const tabularNums = style({ fontVariantNumeric: 'tabular-nums' })
