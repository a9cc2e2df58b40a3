import { STREAMS } from '#contract/limits.ts'
import type { Provenance } from '#contract/provenance.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { outdatedMs } from '../freshness.ts'
import type { StreamState } from './fold.ts'

/** Source of the shown entry. */
export type StreamSource = 'live' | 'polling' | 'cache'

/**
 * active: has entries and is not very stale. inactive: very stale. error: no entries, or the last fetch failed; the
 * data stays.
 */
export type StreamStatus = 'active' | 'inactive' | 'error'

/** The newest entry of one analysis stream. Times are unix ms. */
export interface StreamRecord {
  readonly key: string
  readonly category: string
  readonly subcategory: string
  /** Payload as received, still wrapped; null if the stream has no entry. */
  readonly data: unknown
  /** Id of the shown entry; a running value has none. */
  readonly messageId: string | undefined
  /** Number of entries of the stream since its server started, or of those received where it does not number them. */
  readonly messageCount: number
  /** Creation time on the market's clock; 0 without an entry. */
  readonly timestamp: number
  /** Arrival, wall time. */
  readonly receivedAt: number
  readonly source: StreamSource
  readonly provenance: Provenance | undefined
  readonly status: StreamStatus
  /** Older than 10 minutes on the market's clock; where entries are due less often, overdue by that much. */
  readonly isStale: boolean
  /** The same with 30 minutes. */
  readonly isVeryStale: boolean
}

/** Record of a stream without entries. */
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

/** Status of a stream that has not failed. */
export const statusOf = (messageCount: number, isVeryStale: boolean): StreamStatus =>
  messageCount === 0 ? 'error' : isVeryStale ? 'inactive' : 'active'

/** Updates the status after a success. Returns the same record if it is unchanged. */
export function withStatus(record: StreamRecord): StreamRecord {
  const status = statusOf(record.messageCount, record.isVeryStale)
  return status === record.status ? record : { ...record, status }
}

/** Sets the stale flags by age; only an update clears them. Returns the same record if nothing changed. */
export function withAge(record: StreamRecord, marketNow: number): StreamRecord {
  if (record.data === null) return record
  const outdated = outdatedMs(marketNow - record.timestamp, record.key)
  const isVeryStale = record.isVeryStale || outdated > STREAMS.veryStaleMs
  const isStale = record.isStale || isVeryStale || outdated > STREAMS.staleMs
  if (isStale === record.isStale && isVeryStale === record.isVeryStale) return record
  const flagged = { ...record, isStale, isVeryStale }
  return record.status === 'error' ? flagged : withStatus(flagged)
}

/** Last received message id per stream, from which the server replays. */
export interface Resumption {
  readonly epoch: string
  readonly last_ids: Readonly<Record<string, string>>
}

/** No server has longer keys, and the message must stay well below 64 KiB. */
const MAX_KEY_LENGTH = 300
const MAX_LENGTH = 48_000

/** Newest ids of the streams of one epoch. Undefined if there is nothing to resume from. */
export function resumptionOf(streams: readonly StreamState[], epoch: string | undefined): Resumption | undefined {
  if (epoch === undefined) return undefined
  let remaining = MAX_LENGTH
  const ids: [string, string][] = []
  for (const { record, lastId, epoch: streamEpoch } of streams) {
    if (lastId === undefined || streamEpoch !== epoch || record.key.length > MAX_KEY_LENGTH) continue
    remaining -= record.key.length + lastId.length + 6
    if (remaining < 0) break
    ids.push([record.key, lastId])
  }
  return ids.length === 0 ? undefined : { epoch, last_ids: Object.fromEntries(ids) }
}
