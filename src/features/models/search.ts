import { tableSearch, type TableSearch } from '#src/ui/table/search.ts'

// Part of the initial bundle, so it imports no schemas.

/** Columns by which the table of models can be sorted. */
export const MODEL_COLUMNS = ['name', 'status', 'type', 'pair', 'format', 'size', 'updated'] as const
export type ModelColumn = (typeof MODEL_COLUMNS)[number]

/** Search params of the table of models. */
export interface ModelsSearch extends TableSearch<ModelColumn> {
  /** The table is open. */
  readonly models?: 'table' | undefined
  /** Part of a name, description or type, or an id. */
  readonly q?: string | undefined
  /** All by default. */
  readonly status?: 'active' | 'inactive' | undefined
}

/** Those of a page without the table. */
export const NO_TABLE = {
  models: undefined,
  q: undefined,
  status: undefined,
  sort: undefined,
  page: undefined,
  hide: undefined,
} satisfies ModelsSearch

const MAX_LENGTH = 200
const STATUSES = ['active', 'inactive'] as const

/** The router parses 7 and true in an address as number and boolean. */
const parseText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return text === '' ? undefined : text.slice(0, MAX_LENGTH)
}

/** Parses the search params. Invalid ones are dropped; it never throws. */
export const modelsSearch = (raw: Record<string, unknown>): ModelsSearch => ({
  models: raw['models'] === 'table' ? 'table' : undefined,
  q: parseText(raw['q']),
  status: STATUSES.find((each) => each === raw['status']),
  ...tableSearch(raw, MODEL_COLUMNS),
})
