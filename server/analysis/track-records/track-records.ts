import { createRecordBook } from '#contract/track-records/create-book.ts'
import { trackRecordsSchema, type TrackRecords } from '#contract/track-records/schema.ts'
import counted from './track-records.json' with { type: 'json' }

/** How often each claim came true, as counted by `npm run records`. */
export const TRACK_RECORDS: TrackRecords = trackRecordsSchema.parse(counted)
export const RECORD_BOOK = createRecordBook(TRACK_RECORDS)
