/** The share that is drawn for a value: what lies outside 0 to 1 is drawn at the limit, nothing as empty. */
export const clampRatio = (value: number | null): number =>
  value === null || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value))

/**
 * What makes a drawing a meter for those who cannot see it. The native element would bring a shadow tree of boxes that are
 * laid out anew at each value, and a live screen has dozens of them.
 */
export const meterProps = (value: number | null, text: string, labelId: string) => ({
  role: 'meter',
  'aria-labelledby': labelId,
  'aria-valuemin': 0,
  'aria-valuemax': 1,
  'aria-valuenow': clampRatio(value),
  'aria-valuetext': text,
})
