import type { StreamRecord, StreamSummary } from '#src/streams/index.ts'
import { formatJson } from '#src/ui/format/json.ts'

/** A stream as it is copied, in the words of the stream record. Times in unix ms. */
export const streamData = (record: StreamRecord) => ({
  streamKey: record.key,
  category: record.category,
  subcategory: record.subcategory,
  status: record.status,
  messageCount: record.messageCount,
  lastUpdate: record.data === null ? null : record.receivedAt,
  lastMessageId: record.messageId ?? null,
  lastMessageData: record.data,
})

/** Always the same streams first, so that a sample does not change its subject. */
export const byKey = (records: readonly StreamRecord[]): readonly StreamRecord[] =>
  records.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))

const isActive = ({ status }: StreamRecord) => status === 'active'

/** The active streams, in order. */
export const activeStreams = (records: readonly StreamRecord[]): readonly StreamRecord[] =>
  byKey(records.filter(isActive))

/** All streams, whatever their status, with their figures: what Copy All Stream Data takes. */
export const allStreamData = (records: readonly StreamRecord[], summary: StreamSummary): string =>
  formatJson({
    summary: { ...summary, categories: Object.fromEntries(summary.categories) },
    streams: byKey(records).map(streamData),
  })

/** The latest messages alone, by stream: a debug sample is read for what came, not for what is known of it. */
export const sampleOf = (records: readonly StreamRecord[]): string =>
  formatJson(Object.fromEntries(records.map(({ key, data }) => [key, data])))
