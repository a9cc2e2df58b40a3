export const STATUSES = ['active', 'inactive', 'error'] as const
const VIEWS = ['table', 'json'] as const

/** Search params of this screen: filters, the open stream, how its message is shown, and the JSON path. */
export interface MonitoringSearch {
  readonly category?: string | undefined
  readonly status?: (typeof STATUSES)[number] | undefined
  /** Part of a stream key. */
  readonly q?: string | undefined
  readonly stream?: string | undefined
  /** The table unless given, or unless there is a JSON path. */
  readonly view?: 'table' | 'json' | undefined
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
  view: VIEWS.find((each) => each === search['view']),
  path: textOf(search['path']),
})
