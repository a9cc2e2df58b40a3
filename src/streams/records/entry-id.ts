const FORM = /^\d{1,15}-\d{1,9}$/

/**
 * Compares two ids: negative if `a` is earlier, positive if it is later. Undefined unless both have the form `ms-n`:
 * other ids are only equal or not. Digits of equal length compare as text.
 */
export function compareIds(a: string, b: string): number | undefined {
  if (!FORM.test(a) || !FORM.test(b)) return undefined
  if (a === b) return 0
  const [left, right] = [a.indexOf('-'), b.indexOf('-')]
  if (left !== right) return left - right
  const isTextOrder = a.length === b.length || a.slice(0, left) !== b.slice(0, right)
  return isTextOrder ? (a < b ? -1 : 1) : a.length - b.length
}

/** Whether `a` is known to be earlier than `b`. */
export const isEarlierId = (a: string, b: string): boolean => (compareIds(a, b) ?? 0) < 0
