import { map, retry, timer, type Observable } from 'rxjs'
import * as ANALYSIS from '#contract/endpoints/analysis.ts'
import type { RecordBook } from '#contract/track-records/book.ts'
import { createRecordBook } from '#contract/track-records/create-book.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import type { Call } from '#src/transport/http/http.ts'
import { requestOf } from '#src/transport/http/request-of.ts'

const RETRY_MS = 30_000

/** Loads the records once, trying again until it succeeds: the screens work without them. */
export const loadTrackRecords = (call: Call): Observable<RecordBook> =>
  fromAbortable((signal) => call({ ...requestOf(ANALYSIS.trackRecords), signal })).pipe(
    map((result) => {
      if (!result.ok) throw new Error(result.error.text)
      return createRecordBook(result.value.data)
    }),
    retry({ delay: () => timer(RETRY_MS) }),
  )
