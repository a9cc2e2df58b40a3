// Part of the initial bundle, so it imports no schemas.

const STATUSES = ['active', 'paused', 'stopped', 'testing'] as const
const SORTS = ['oldest', 'name', 'status'] as const

/** Search params of the trading screen: the open strategy, and how the list is filtered and sorted. */
export interface TradingSearch {
  /** Id of the strategy whose details are open. */
  readonly strategy?: string | undefined
  /** Part of a name, description or pair. */
  readonly q?: string | undefined
  readonly status?: (typeof STATUSES)[number] | undefined
  /** Newest first by default. */
  readonly sort?: (typeof SORTS)[number] | undefined
}

const MAX_LENGTH = 200

/** The router parses 7 and true in an address as number and boolean. */
const parseText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
  return text === '' ? undefined : text.slice(0, MAX_LENGTH)
}

/** Parses the search params. Invalid ones are dropped; it never throws. */
export const tradingSearch = (raw: Record<string, unknown>): TradingSearch => ({
  strategy: parseText(raw['strategy']),
  q: parseText(raw['q']),
  status: STATUSES.find((each) => each === raw['status']),
  sort: SORTS.find((each) => each === raw['sort']),
})
