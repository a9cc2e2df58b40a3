/** Room for so many lines of a block, there or not: a block is as high with one as with all of them. Figures in px. */
export const reserve = (lines: number, lineHeight: number, gap: number) => ({
  minHeight: `${lines * lineHeight + (lines - 1) * gap}px`,
})
