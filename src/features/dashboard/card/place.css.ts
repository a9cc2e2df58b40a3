import { createVar, fallbackVar } from '@vanilla-extract/css'
import { BODY_HEIGHTS, WIDE_PATTERNS_HEIGHT } from './heights.ts'

const patternsHeight = createVar()
/** Where the patterns have the width of two cards, their lists are beside the rest. */
export const widePatterns = { vars: { [patternsHeight]: `${WIDE_PATTERNS_HEIGHT}px` } }
export const patternsBody = fallbackVar(patternsHeight, `${BODY_HEIGHTS.patterns.minHeight}px`)
