/** Clamps to 0 to 1; null and NaN become 0. */
export const clampRatio = (value: number | null): number =>
  value === null || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value))

/**
 * ARIA attributes that make an element a meter. The native element has a shadow tree that needs layout on every value, and a
 * live screen has dozens of them.
 */
export const meterProps = (value: number | null, text: string, labelId: string) => ({
  role: 'meter',
  'aria-labelledby': labelId,
  'aria-valuemin': 0,
  'aria-valuemax': 1,
  'aria-valuenow': clampRatio(value),
  'aria-valuetext': text,
})
