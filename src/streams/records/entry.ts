import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { Provenance } from '#contract/provenance.ts'
import type { StreamMessage } from '#contract/streams.ts'
import { toMillis } from '#contract/time.ts'
import { failure, success, type Result } from '#src/lib/result.ts'
import type { ReceivedMessage } from '../message-router.ts'
import { streamKeyOf } from './stream-key.ts'
import { isValid } from '#src/analysis/unwrap.ts'

/** One entry of a stream from any source. Times are unix ms. */
export interface StreamEntry {
  readonly key: string
  /** Payload as received, still wrapped. */
  readonly data: unknown
  readonly messageId: string | undefined
  readonly seq: number | undefined
  readonly epoch: string | undefined
  readonly timestamp: number
  readonly provenance: Provenance | undefined
  readonly receivedAt: number
  readonly source: 'live' | 'polling'
}

/** An entry, or the reason why there is none. */
export type EntryResult = Result<StreamEntry>

export const INCOMPLETE = 'Analytics update without stream key or data ignored'
export const UNRECOGNISED = 'Stream data without a recognised field ignored'

/** Reads the entry of a live update. */
export function entryFromUpdate({ message, receivedAt }: ReceivedMessage<AnalyticsUpdate>): EntryResult {
  const { data, timestamp = message.timestamp, provenance } = message.data
  const key = streamKeyOf(message)
  if (key === undefined || data === undefined || data === null) return failure(INCOMPLETE)
  if (!isValid(data)) return failure(UNRECOGNISED)
  return success({
    key,
    data,
    messageId: message.message_id,
    seq: message.seq,
    epoch: message.epoch,
    timestamp: toMillis(timestamp),
    provenance,
    receivedAt,
    source: 'live',
  })
}

/** Reads the entry of a requested message. */
export function entryFromMessage(key: string, message: StreamMessage, receivedAt: number): EntryResult {
  const { data, message_id: messageId, seq, epoch, provenance } = message
  if (!isValid(data)) return failure(UNRECOGNISED)
  const timestamp = toMillis(message.timestamp)
  return success({ key, data, messageId, seq, epoch, timestamp, provenance, receivedAt, source: 'polling' })
}
