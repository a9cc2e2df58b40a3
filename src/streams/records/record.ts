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

/** Newest wins: an older entry that comes late is counted, but shows nothing. */
export function foldRecord(
  held: StreamRecord | undefined,
  key: string,
  { message, receivedAt }: Arrival<AnalyticsUpdate>,
): StreamRecord {
  const messageCount = (held?.messageCount ?? 0) + 1
  const timestamp = toMillis(message.data.timestamp ?? message.timestamp)
  if (held !== undefined && timestamp < held.timestamp) return { ...held, messageCount }
  const { category, subcategory } = held ?? parseStreamKey(key)
  const { data } = message.data
  return { key, category, subcategory, data, messageId: message.message_id, messageCount, timestamp, receivedAt }
}
