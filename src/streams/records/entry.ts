import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { Provenance } from '#contract/provenance.ts'
import type { StreamMessage } from '#contract/streams.ts'
import { toMillis } from '#contract/time.ts'
import type { Arrival } from '../inbox.ts'
import { keyOf } from './key.ts'
import { isValid } from './payload.ts'

/** One entry of a stream, whichever way it came. Times are unix ms. */
export interface StreamEntry {
  readonly key: string
  /** Payload as it came, still wrapped. */
  readonly data: unknown
  readonly messageId: string | undefined
  readonly seq: number | undefined
  readonly epoch: string | undefined
  readonly timestamp: number
  readonly provenance: Provenance | undefined
  readonly receivedAt: number
  readonly source: 'live' | 'polling'
}

/** An entry, or in words why there is none. */
export type Read =
  | { readonly ok: true; readonly entry: StreamEntry }
  | { readonly ok: false; readonly text: string; readonly key: string | undefined }

export const INCOMPLETE = 'Analytics update without stream key or data ignored'
export const UNRECOGNISED = 'Stream data without a recognised field ignored'

/** The entry of a live update. */
export function readUpdate({ message, receivedAt }: Arrival<AnalyticsUpdate>): Read {
  const { data, timestamp = message.timestamp, provenance } = message.data
  const key = keyOf(message)
  if (key === undefined || data === undefined || data === null) return { ok: false, text: INCOMPLETE, key }
  if (!isValid(data)) return { ok: false, text: UNRECOGNISED, key }
  const { message_id: messageId, seq, epoch } = message
  const entry = { key, data, messageId, seq, epoch, timestamp: toMillis(timestamp), provenance, receivedAt }
  return { ok: true, entry: { ...entry, source: 'live' } }
}

/** The entry of a message that was asked for. */
export function readMessage(key: string, message: StreamMessage, receivedAt: number): Read {
  const { data, message_id: messageId, seq, epoch, provenance } = message
  if (!isValid(data)) return { ok: false, text: UNRECOGNISED, key }
  const entry = { key, data, messageId, seq, epoch, timestamp: toMillis(message.timestamp), provenance, receivedAt }
  return { ok: true, entry: { ...entry, source: 'polling' } }
}
