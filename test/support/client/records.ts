import { parseStreamKey } from '#contract/stream-keys.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { AT } from '../data/payloads.ts'

/** Record of a stream with one message, received 120 ms after its creation. */
export function recordOf(key: string, data: unknown, over: Partial<StreamRecord> = {}): StreamRecord {
  const { category, subcategory } = parseStreamKey(key)
  return {
    key,
    category,
    subcategory,
    data,
    messageId: `${AT * 1000}-0`,
    messageCount: 1,
    timestamp: AT * 1000,
    receivedAt: AT * 1000 + 120,
    provenance: undefined,
    source: 'live',
    status: 'active',
    isStale: false,
    isVeryStale: false,
    ...over,
  }
}
