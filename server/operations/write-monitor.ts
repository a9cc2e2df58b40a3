import { distinctUntilChanged, interval, map, skipWhile, startWith, type Observable, type Subscription } from 'rxjs'
import type { Database } from '#server/database/database.ts'

export interface WriteMonitorDeps {
  readonly database: Pick<Database, 'readOnly'>
  readonly log: { warn(message: string): void }
  /** Triggers a look, beside the one at the start; every 5 s by default. */
  readonly ticks$?: Observable<unknown>
}

const TICK_MS = 5_000

/** Logs one line when the server becomes read-only, and one when it accepts writes again. */
export function monitorWrites({ database, log, ticks$ = interval(TICK_MS) }: WriteMonitorDeps): Subscription {
  return ticks$
    .pipe(
      startWith(undefined),
      map(() => database.readOnly()?.message),
      distinctUntilChanged(),
      skipWhile((reason) => reason === undefined),
    )
    .subscribe((reason) => log.warn(reason ?? 'The server accepts writes again.'))
}
