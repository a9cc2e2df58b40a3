/** Reserves the height of `lines` lines, so that a block does not grow with its content. Sizes in px. */
export const reserveLines = (lines: number, lineHeight: number, gap: number) => ({
  alignContent: 'start',
  minHeight: `${lines * lineHeight + (lines - 1) * gap}px`,
})
