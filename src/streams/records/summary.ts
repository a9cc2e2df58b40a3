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

/** All streams in a few figures. `lastUpdate` is when something last came here, wall time in unix ms. */
export interface StreamSummary {
  readonly totalStreams: number
  readonly activeStreams: number
  readonly totalMessages: number
  readonly lastUpdate: number | undefined
  readonly categories: ReadonlyMap<string, CategorySummary>
  readonly connectionStatus: AnalyticsLink['status']
  readonly fallbackMode: boolean
}

const NONE: CategorySummary = { streamCount: 0, messageCount: 0, lastUpdate: undefined }

function add(sum: CategorySummary, { data, messageCount, receivedAt }: StreamRecord): CategorySummary {
  const lastUpdate = data === null ? sum.lastUpdate : Math.max(sum.lastUpdate ?? receivedAt, receivedAt)
  return { streamCount: sum.streamCount + 1, messageCount: sum.messageCount + messageCount, lastUpdate }
}

export function summarise(records: readonly StreamRecord[], { status, isFallback }: AnalyticsLink): StreamSummary {
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
    connectionStatus: status,
    fallbackMode: isFallback,
  }
}
