import { distinctUntilChanged, filter, fromEvent, map, merge, skip, type Observable } from 'rxjs'
import { selection$ } from '#src/lib/actor-observable.ts'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import { connectionStatus, isUnresponsive } from '#src/machines/connection/selectors.ts'
import { livenessOf } from '#src/streams/index.ts'

/** Emits when a connection becomes live, at first or again, and when the browser is back online. */
export const restored$ = (
  connections: Readonly<Record<FeedName, ConnectionActor>>,
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
): Observable<unknown> =>
  merge(
    fromEvent(window, 'online'),
    ...Object.values(connections).map((connection) =>
      selection$(connection, (snapshot) =>
        livenessOf({ status: connectionStatus(snapshot), isUnresponsive: isUnresponsive(snapshot) }),
      ).pipe(
        map((liveness) => liveness === 'live'),
        distinctUntilChanged(),
        skip(1),
        filter((isLive) => isLive),
      ),
    ),
  )
