import { map, retry, timer, type Observable } from 'rxjs'
import { successOf } from '#contract/auth.ts'
import { ANALYSIS } from '#contract/paths.ts'
import { createRecordBook, type RecordBook } from '#contract/track-records/book.ts'
import { trackRecordsSchema } from '#contract/track-records/schema.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import type { Call } from '#src/transport/http/http.ts'

const RETRY_MS = 30_000
const schema = successOf(trackRecordsSchema)

/** Loads the records once, trying again until it succeeds: the screens work without them. */
export const loadTrackRecords = (call: Call): Observable<RecordBook> =>
  fromAbortable((signal) => call({ path: ANALYSIS.trackRecords, schema, signal })).pipe(
    map((result) => {
      if (!result.ok) throw new Error(result.error.text)
      return createRecordBook(result.value.data)
    }),
    retry({ delay: () => timer(RETRY_MS) }),
  )
