import type { MessageMetadata } from '#src/features/dashboard/card/trust.ts'
import { AT, KEYS } from '../data/payloads.ts'

/** 2019-06-30 22:00:00 UTC in unix ms. */
export const T = AT * 1000

/** Metadata of a live message of time T, received 120 ms later. */
export const metadata = (over: Partial<MessageMetadata> = {}): MessageMetadata => ({
  key: KEYS.structure,
  messageId: `${T + 7}-0`,
  delivery: 'live',
  timestamp: T,
  receivedAt: T + 120,
  provenance: { market: 'kraken', exchange_time: T, received_at: T + 3, computed_at: T + 5, published_at: T + 7 },
  ...over,
})
