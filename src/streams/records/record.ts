import { STREAMS } from '#contract/limits.ts'
import type { Provenance } from '#contract/provenance.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'

/** How the shown entry came here. */
export type StreamSource = 'live' | 'polling' | 'cache'

/**
 * active: there are entries and they are not very stale. inactive: very stale. error: no entries, or the last fetch
 * failed; what is held stays.
 */
export type StreamStatus = 'active' | 'inactive' | 'error'

/** The newest entry of one analysis stream. Times are unix ms. */
export interface StreamRecord {
  readonly key: string
  readonly category: string
  readonly subcategory: string
  /** Payload as it came, still wrapped; null while the stream has no entry. */
  readonly data: unknown
  /** Id of what is shown; a running value has none. */
  readonly messageId: string | undefined
  /** Entries of the stream, each counted once whichever way it came. */
  readonly messageCount: number
  /** When the entry was made, on the market's clock; 0 while there is none. */
  readonly timestamp: number
  /** When it came here, wall time. */
  readonly receivedAt: number
  readonly source: StreamSource
  readonly provenance: Provenance | undefined
  readonly status: StreamStatus
  /** Older than 10 minutes on the market's clock. */
  readonly isStale: boolean
  /** Older than 30 minutes. */
  readonly isVeryStale: boolean
}

/** The record of a stream that has no entry yet. */
export function emptyRecord(key: string, receivedAt: number): StreamRecord {
  const { category, subcategory } = parseStreamKey(key)
  return {
    key,
    category,
    subcategory,
    data: null,
    messageId: undefined,
    messageCount: 0,
    timestamp: 0,
    receivedAt,
    source: 'polling',
    provenance: undefined,
    status: 'error',
    isStale: false,
    isVeryStale: false,
  }
}

/** The status of a stream that did not fail. */
export const statusOf = (messageCount: number, isVeryStale: boolean): StreamStatus =>
  messageCount === 0 ? 'error' : isVeryStale ? 'inactive' : 'active'

/** The status as it is when nothing failed. The same record when that is what it says. */
export function withStatus(record: StreamRecord): StreamRecord {
  const status = statusOf(record.messageCount, record.isVeryStale)
  return status === record.status ? record : { ...record, status }
}

/** Raises the flags of a record by its age; only an update lowers them. The same record when nothing changes. */
export function withAge(record: StreamRecord, marketNow: number): StreamRecord {
  if (record.data === null) return record
  const age = marketNow - record.timestamp
  const isVeryStale = record.isVeryStale || age > STREAMS.veryStaleMs
  const isStale = record.isStale || isVeryStale || age > STREAMS.staleMs
  if (isStale === record.isStale && isVeryStale === record.isVeryStale) return record
  const flagged = { ...record, isStale, isVeryStale }
  return record.status === 'error' ? flagged : withStatus(flagged)
}
