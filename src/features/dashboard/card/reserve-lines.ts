/**
 * Room for so many lines of a block, there or not: a block is as high with one as with all of them, and its lines stand at
 * its top. Figures in px.
 */
export const reserveLines = (lines: number, lineHeight: number, gap: number) => ({
  alignContent: 'start',
  minHeight: `${lines * lineHeight + (lines - 1) * gap}px`,
})
