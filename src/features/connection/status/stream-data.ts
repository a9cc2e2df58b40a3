import type { StreamRecord, StreamSummary } from '#src/streams/index.ts'
import { formatJson } from '#src/ui/format/json.ts'

/** A stream in the format it is copied in. Times in unix ms. */
export const streamData = (record: StreamRecord) => ({
  streamKey: record.key,
  category: record.category,
  subcategory: record.subcategory,
  market: record.provenance?.market ?? null,
  status: record.status,
  messageCount: record.messageCount,
  lastUpdate: record.data === null ? null : record.receivedAt,
  lastMessageId: record.messageId ?? null,
  lastMessageData: record.data,
})

/** Records sorted by key, so that a sample always shows the same streams. */
export const byKey = (records: readonly StreamRecord[]): readonly StreamRecord[] =>
  records.toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))

const isActive = ({ status }: StreamRecord) => status === 'active'

/** The active streams, sorted by key. */
export const activeStreams = (records: readonly StreamRecord[]): readonly StreamRecord[] =>
  byKey(records.filter(isActive))

/** Every stream with the summary as JSON, for Copy All Stream Data. */
export const allStreamData = (records: readonly StreamRecord[], summary: StreamSummary): string =>
  formatJson({
    summary: { ...summary, categories: Object.fromEntries(summary.categories) },
    streams: byKey(records).map(streamData),
  })

/** Latest data by stream key as JSON, without metadata. */
export const sampleOf = (records: readonly StreamRecord[]): string =>
  formatJson(Object.fromEntries(records.map(({ key, data }) => [key, data])))
