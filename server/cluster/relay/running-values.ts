import { Observable } from 'rxjs'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { AnalyticsFeed, AnalyticsPublication } from '#server/streams/analytics-feed.ts'

/** The entries that a gateway has of a stream, and of which epoch. */
export interface KnownEntries {
  readonly epoch: () => string
  readonly lastSeq: (key: string) => number
}

/**
 * Entries, and running values between the two entries that they were computed between. The two arrive over different
 * connections: a value that is early waits for its entry, one that is late is dropped.
 */
export const inOrder = (
  entries$: AnalyticsFeed['updates$'],
  running$: Observable<AnalyticsUpdate>,
  { epoch, lastSeq }: KnownEntries,
): Observable<AnalyticsPublication> =>
  new Observable((subscriber) => {
    const early = new Map<string, AnalyticsUpdate>()
    const next = (key: string, update: AnalyticsUpdate) => subscriber.next({ key, delivery: 'latest', update })
    const subscription = entries$.subscribe((publication) => {
      subscriber.next(publication)
      const { key, update } = publication
      const waiting = early.get(key)
      if (waiting === undefined || (waiting.seq ?? 0) > (update.seq ?? 0)) return
      early.delete(key)
      if (waiting.seq === update.seq && waiting.epoch === update.epoch) next(key, waiting)
    })
    subscription.add(
      running$.subscribe((update) => {
        const key = update.data.stream_key
        if (key === undefined || update.epoch !== epoch()) return
        const { seq = 0 } = update
        const known = lastSeq(key)
        if (seq === known) next(key, update)
        else if (seq > known) early.set(key, update)
      }),
    )
    return subscription
  })
