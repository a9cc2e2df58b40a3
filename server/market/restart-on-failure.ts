import { concat, defer, retry, throwError, timer, type Observable } from 'rxjs'
import { backoffMs, errorMessage } from './backoff.ts'
import type { MarketDeps, MarketSource, SourceEvent } from './ports.ts'

const RESTART = { baseMs: 1_000, capMs: 30_000 }

/** The events of a source, restarted with backoff if it throws or completes. */
export const restartOnFailure = (
  source: MarketSource,
  deps: MarketDeps,
  onFailure: (reason: string) => void,
): Observable<SourceEvent> =>
  concat(
    defer(() => source.events$),
    throwError(() => new Error('the feed ended')),
  ).pipe(
    retry({
      resetOnSuccess: true,
      delay(error, attempt) {
        onFailure(errorMessage(error))
        return timer(backoffMs(RESTART, attempt, deps.random), deps.scheduler)
      },
    }),
  )
