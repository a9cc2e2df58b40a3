const FORM = /^\d{1,15}-\d{1,9}$/

/**
 * True when `a` came before `b`. Ids that are not `ms-n` come neither before nor after anything. Digits of equal length
 * are in order as text.
 */
export function isEarlierId(a: string, b: string): boolean {
  if (!FORM.test(a) || !FORM.test(b)) return false
  const [left, right] = [a.indexOf('-'), b.indexOf('-')]
  if (left !== right) return left < right
  if (a.length === b.length || a.slice(0, left) !== b.slice(0, right)) return a < b
  return a.length < b.length
}
