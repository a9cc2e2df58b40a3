import { catchError, defer, from, ignoreElements, map, merge, of, startWith, switchMap, type Observable } from 'rxjs'
import { STREAMS } from '#contract/limits.ts'
import type { TimedMessage } from '#src/analysis/raw-values.ts'
import type { Services } from '#src/app/services.ts'

const NONE: readonly TimedMessage[] = []

/** The newest messages of a stream, newest first: those that the server has stored, then live. None without a key. */
export function recentMessages(
  monitoring: Services['monitoring'],
  key: string | undefined,
): Observable<readonly TimedMessage[]> {
  if (key === undefined) return of(NONE)
  return defer(() => from(monitoring())).pipe(
    switchMap(({ loadHistory, history }) =>
      merge(loadHistory([key], STREAMS.recentCap).pipe(ignoreElements()), history(key)),
    ),
    map((entries): readonly TimedMessage[] => entries),
    // Without them the table lacks the times of the last changes, and nothing else.
    catchError(() => of(NONE)),
    startWith(NONE),
  )
}
