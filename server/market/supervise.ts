import { concat, defer, retry, throwError, timer, type Observable } from 'rxjs'
import { backoffMs, reasonOf } from './backoff.ts'
import type { MarketDeps, MarketSource, SourceEvent } from './ports.ts'

const RESTART = { baseMs: 1_000, capMs: 30_000 }

/** The events of a source that is started again, later each time, should it throw or end in spite of its promise. */
export const supervised = (
  source: MarketSource,
  deps: MarketDeps,
  failed: (reason: string) => void,
): Observable<SourceEvent> =>
  concat(
    defer(() => source.events$),
    throwError(() => new Error('the feed ended')),
  ).pipe(
    retry({
      resetOnSuccess: true,
      delay(error, attempt) {
        failed(reasonOf(error))
        return timer(backoffMs(RESTART, attempt, deps.random), deps.scheduler)
      },
    }),
  )
