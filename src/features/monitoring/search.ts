export const STATUSES = ['active', 'inactive', 'error'] as const

/** What the address of this screen says: its filters, the open stream and the path that is looked at in it. */
export interface MonitoringSearch {
  readonly category?: string | undefined
  readonly status?: (typeof STATUSES)[number] | undefined
  /** Part of a key. */
  readonly q?: string | undefined
  readonly stream?: string | undefined
  readonly path?: string | undefined
}

const MAX_LENGTH = 300

/** Text of the address. A number is text that looks like one; whatever else it is, it is not there. */
function textOf(value: unknown): string | undefined {
  const textValue = typeof value === 'number' ? String(value) : value
  return typeof textValue === 'string' && textValue !== '' && textValue.length <= MAX_LENGTH ? textValue : undefined
}

/** Reads the address. What is wrong in it is left out; it never throws. */
export const monitoringSearch = (search: Record<string, unknown>): MonitoringSearch => ({
  category: textOf(search['category']),
  status: STATUSES.find((each) => each === search['status']),
  q: textOf(search['q']),
  stream: textOf(search['stream']),
  path: textOf(search['path']),
})
