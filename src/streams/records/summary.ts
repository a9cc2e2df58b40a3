import type { LiveLink } from '../ports.ts'
import type { StreamRecord } from './record.ts'

/** State of the analytics connection; polling takes the socket's place in fallback. */
export interface AnalyticsLink {
  readonly status: LiveLink['status']
  readonly isFallback: boolean
}

export interface CategorySummary {
  readonly streamCount: number
  readonly messageCount: number
  /** Unix ms; undefined while nothing came. */
  readonly lastUpdate: number | undefined
}

/** How many streams there are and how much they hold. `lastUpdate` is when something last came here, wall time, unix ms. */
export interface StreamTotals {
  readonly totalStreams: number
  readonly activeStreams: number
  readonly totalMessages: number
  readonly lastUpdate: number | undefined
  readonly categories: ReadonlyMap<string, CategorySummary>
}

/** All streams in a few figures, and how they come here. */
export interface StreamSummary extends StreamTotals {
  readonly connectionStatus: AnalyticsLink['status']
  readonly fallbackMode: boolean
  /** When an earlier visit kept these figures, unix ms: they stand until something comes on this one. */
  readonly cachedAt: number | undefined
}

const NONE: CategorySummary = { streamCount: 0, messageCount: 0, lastUpdate: undefined }

function add(sum: CategorySummary, { data, messageCount, receivedAt }: StreamRecord): CategorySummary {
  const lastUpdate = data === null ? sum.lastUpdate : Math.max(sum.lastUpdate ?? receivedAt, receivedAt)
  return { streamCount: sum.streamCount + 1, messageCount: sum.messageCount + messageCount, lastUpdate }
}

export function countStreams(records: readonly StreamRecord[]): StreamTotals {
  const categories = new Map<string, CategorySummary>()
  for (const record of records) {
    categories.set(record.category, add(categories.get(record.category) ?? NONE, record))
  }
  const total = records.reduce(add, NONE)
  return {
    totalStreams: total.streamCount,
    activeStreams: records.filter((record) => record.status === 'active').length,
    totalMessages: total.messageCount,
    lastUpdate: total.lastUpdate,
    categories,
  }
}

/** The streams' figures, or those that an earlier visit left as long as everything held is from there. */
export function summarise(
  records: readonly StreamRecord[],
  { status, isFallback }: AnalyticsLink,
  cached?: { readonly totals: StreamTotals; readonly cachedAt: number },
): StreamSummary {
  const isFromCache = cached !== undefined && records.every(({ source }) => source === 'cache')
  return {
    ...(isFromCache ? cached.totals : countStreams(records)),
    connectionStatus: status,
    fallbackMode: isFallback,
    cachedAt: isFromCache ? cached.cachedAt : undefined,
  }
}
