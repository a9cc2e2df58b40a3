import { concat, defer, exhaustMap, from, mergeMap, of, switchMap, takeUntil, tap, type Observable } from 'rxjs'
import { MONITORING, STREAMS } from '#contract/limits.ts'
import type { StreamMessage, StreamMetadata } from '#contract/streams.ts'
import type { StreamApi } from './api.ts'

/** Events of a poll, stream by stream; the last reports whether the API answered. */
export type PollEvent =
  | { readonly kind: 'metadata'; readonly key: string; readonly metadata: StreamMetadata }
  | { readonly kind: 'message'; readonly key: string; readonly message: StreamMessage }
  | { readonly kind: 'failed'; readonly key: string; readonly error: string }
  | { readonly kind: 'unlisted'; readonly error: string }
  | { readonly kind: 'done'; readonly hasAnswered: boolean }

interface PollDeps {
  readonly api: StreamApi
  readonly due$: Observable<unknown>
  /** Emits when the socket is back and the running poll is no longer needed. */
  readonly stop$: Observable<unknown>
  /** Newest known id of a stream: an unchanged stream is not read again. */
  readonly lastId: (key: string) => string | undefined
  /** Whether a stream is of interest; the others are not polled. */
  readonly isSelected: (key: string) => boolean
}

/** Polls one stream: its metadata, then its latest message if that one is new. */
export function pollStream({ api, lastId }: Pick<PollDeps, 'api' | 'lastId'>, key: string): Observable<PollEvent> {
  return api.metadata(key).pipe(
    switchMap((result): Observable<PollEvent> => {
      if (!result.ok) return of({ kind: 'failed', key, error: result.error })
      const newest = result.value.last_generated_id
      const measured = of<PollEvent>({ kind: 'metadata', key, metadata: result.value })
      if (newest === lastId(key)) return measured
      const latest$ = api.latest(key).pipe(
        mergeMap((latest): PollEvent[] => {
          if (!latest.ok) return [{ kind: 'failed', key, error: latest.error }]
          return latest.value === null ? [] : [{ kind: 'message', key, message: latest.value }]
        }),
      )
      return concat(measured, latest$)
    }),
  )
}

function pollOnce(deps: PollDeps): Observable<PollEvent> {
  return deps.api.list().pipe(
    switchMap((listed): Observable<PollEvent> => {
      if (!listed.ok)
        return of<PollEvent[]>({ kind: 'unlisted', error: listed.error }, { kind: 'done', hasAnswered: false })
      const keys = [...new Set(listed.value)].filter(deps.isSelected).slice(0, MONITORING.maxStreams)
      return defer(() => {
        const failed = new Set<string>()
        return concat(
          from(keys).pipe(
            mergeMap((key) => pollStream(deps, key), STREAMS.parallelPolls),
            tap((polled) => {
              if (polled.kind === 'failed') failed.add(polled.key)
            }),
          ),
          defer(() => of<PollEvent>({ kind: 'done', hasAnswered: keys.length === 0 || failed.size < keys.length })),
        )
      })
    }),
  )
}

/** Polls the selected streams whenever a poll is due. Polls never overlap; at most four requests are in flight. */
export const pollStreams = (deps: PollDeps): Observable<PollEvent> =>
  deps.due$.pipe(exhaustMap(() => pollOnce(deps).pipe(takeUntil(deps.stop$))))
