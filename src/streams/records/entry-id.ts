const FORM = /^\d{1,15}-\d{1,9}$/

/**
 * Below zero when `a` came before `b`, above when after. Undefined for ids of another form than `ms-n`: they are only ever
 * the same or not. Digits of equal length are in order as text.
 */
export function compareIds(a: string, b: string): number | undefined {
  if (!FORM.test(a) || !FORM.test(b)) return undefined
  if (a === b) return 0
  const [left, right] = [a.indexOf('-'), b.indexOf('-')]
  if (left !== right) return left - right
  const isTextOrder = a.length === b.length || a.slice(0, left) !== b.slice(0, right)
  return isTextOrder ? (a < b ? -1 : 1) : a.length - b.length
}

/** True when `a` is known to have come before `b`. */
export const isEarlierId = (a: string, b: string): boolean => (compareIds(a, b) ?? 0) < 0
