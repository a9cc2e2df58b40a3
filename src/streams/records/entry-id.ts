const FORM = /^(\d{1,15})-(\d{1,9})$/

/** True when `a` came before `b`. Ids that are not `ms-n` come neither before nor after anything. */
export function isEarlierId(a: string, b: string): boolean {
  const [left, right] = [FORM.exec(a), FORM.exec(b)]
  if (left === null || right === null) return false
  const ms = Number(left[1]) - Number(right[1])
  return ms < 0 || (ms === 0 && Number(left[2]) < Number(right[2]))
}
