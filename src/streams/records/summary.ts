import type { LiveLink } from '../ports.ts'
import type { StreamRecord } from './record.ts'

/** State of the analytics connection. In fallback, polling replaces the socket. */
export interface AnalyticsLink {
  readonly status: LiveLink['status']
  readonly isUnresponsive?: boolean | undefined
  readonly isFallback: boolean
}

export interface CategorySummary {
  readonly streamCount: number
  readonly messageCount: number
  /** Time of the newest data on the market's clock, unix ms; undefined before the first message. */
  readonly lastUpdate: number | undefined
}

/** Totals over all streams. `lastUpdate` is the time of the newest data on the market's clock, unix ms. */
export interface StreamTotals {
  readonly totalStreams: number
  readonly activeStreams: number
  readonly totalMessages: number
  readonly lastUpdate: number | undefined
  readonly categories: ReadonlyMap<string, CategorySummary>
}

/** Totals over all streams and the state of their connection. */
export interface StreamSummary extends StreamTotals {
  readonly connectionStatus: AnalyticsLink['status']
  readonly fallbackMode: boolean
  /** Time when an earlier visit cached these totals, unix ms; undefined once live data has arrived. */
  readonly cachedAt: number | undefined
}

const NONE: CategorySummary = { streamCount: 0, messageCount: 0, lastUpdate: undefined }

function add(sum: CategorySummary, { data, messageCount, timestamp }: StreamRecord): CategorySummary {
  const lastUpdate = data === null ? sum.lastUpdate : Math.max(sum.lastUpdate ?? timestamp, timestamp)
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

/** Totals of the streams, or the cached ones while no stream is known: never another number of streams than are listed. */
export function summarise(
  records: readonly StreamRecord[],
  { status, isFallback }: AnalyticsLink,
  cached?: { readonly totals: StreamTotals; readonly cachedAt: number },
): StreamSummary {
  const isFromCache = cached !== undefined && records.every(({ source }) => source === 'cache')
  return {
    ...(isFromCache && records.length === 0 ? cached.totals : countStreams(records)),
    connectionStatus: status,
    fallbackMode: isFallback,
    cachedAt: isFromCache ? cached.cachedAt : undefined,
  }
}
