export const STATUSES = ['active', 'inactive', 'error'] as const

/** Search params of this screen: filters, the open stream and its JSON path. */
export interface MonitoringSearch {
  readonly category?: string | undefined
  readonly status?: (typeof STATUSES)[number] | undefined
  /** Part of a stream key. */
  readonly q?: string | undefined
  readonly stream?: string | undefined
  readonly path?: string | undefined
}

const MAX_LENGTH = 300

/** A search param as text; numbers are converted, anything else is dropped. */
function textOf(value: unknown): string | undefined {
  const textValue = typeof value === 'number' ? String(value) : value
  return typeof textValue === 'string' && textValue !== '' && textValue.length <= MAX_LENGTH ? textValue : undefined
}

/** Parses the search params. Invalid ones are dropped; it never throws. */
export const monitoringSearch = (search: Record<string, unknown>): MonitoringSearch => ({
  category: textOf(search['category']),
  status: STATUSES.find((each) => each === search['status']),
  q: textOf(search['q']),
  stream: textOf(search['stream']),
  path: textOf(search['path']),
})
