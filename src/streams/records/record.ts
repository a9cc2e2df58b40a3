import type { AnalyticsUpdate } from '#contract/messages.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { toMillis } from '#contract/time.ts'
import type { Arrival } from '../inbox.ts'

/** The newest entry of one analysis stream. Times are unix ms. */
export interface StreamRecord {
  readonly key: string
  readonly category: string
  readonly subcategory: string
  /** Payload as it came, still wrapped. */
  readonly data: unknown
  readonly messageId: string | undefined
  /** Entries seen here. */
  readonly messageCount: number
  /** When the entry was made, as its server says. */
  readonly timestamp: number
  readonly receivedAt: number
}

/** An update that can be recorded: it says of which stream it is, and carries data. */
export function entryOf({ message, receivedAt }: Arrival<AnalyticsUpdate>): StreamRecord | undefined {
  const { stream_key: key, data, timestamp = message.timestamp } = message.data
  if (key === undefined || key === '' || data === undefined || data === null) return undefined
  const { category, subcategory } = parseStreamKey(key)
  return {
    key,
    category,
    subcategory,
    data,
    messageId: message.message_id,
    messageCount: 1,
    timestamp: toMillis(timestamp),
    receivedAt,
  }
}

/** Newest wins: an older entry that comes late is counted, but shows nothing. */
export function foldRecord(held: StreamRecord | undefined, entry: StreamRecord): StreamRecord {
  if (held === undefined) return entry
  const messageCount = held.messageCount + 1
  return entry.timestamp < held.timestamp ? { ...held, messageCount } : { ...entry, messageCount }
}
