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

/** Accepted ids, newest first. A linked list, because every entry adds one and hardly any is looked up. */
export interface Seen {
  readonly id: string
  readonly length: number
  readonly before: Seen | undefined
}

/** More than one response can contain, so that no response adds an entry twice. */
const CAPACITY = 64

const add = (before: Seen | undefined, id: string): Seen => ({ id, length: (before?.length ?? 0) + 1, before })

/** A new list of the newest ids. */
function trim(seen: Seen): Seen | undefined {
  const ids: string[] = []
  for (let at: Seen | undefined = seen; at !== undefined && ids.length < CAPACITY; at = at.before) ids.push(at.id)
  return ids.reduceRight<Seen | undefined>(add, undefined)
}

/** Adds an id. The list may grow to twice its capacity before it is trimmed. */
export const withId = (seen: Seen | undefined, id: string): Seen =>
  add(seen !== undefined && seen.length >= 2 * CAPACITY ? trim(seen) : seen, id)

export function hasId(seen: Seen | undefined, id: string): boolean {
  for (let at = seen; at !== undefined; at = at.before) if (at.id === id) return true
  return false
}
