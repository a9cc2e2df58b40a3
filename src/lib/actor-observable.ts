import { distinctUntilChanged, map, Observable } from 'rxjs'
import type { AnyActorRef, SnapshotFrom } from 'xstate'

/** Emits the current snapshot of an actor, then each later one. */
export const snapshots$ = <Actor extends AnyActorRef>(actor: Actor): Observable<SnapshotFrom<Actor>> =>
  new Observable((subscriber) => {
    subscriber.next(actor.getSnapshot())
    return actor.subscribe(subscriber)
  })

/** Emits the current selection of an actor's snapshot, then each different one. */
export const selection$ = <Actor extends AnyActorRef, T>(
  actor: Actor,
  select: (snapshot: SnapshotFrom<Actor>) => T,
  isEqual?: (a: T, b: T) => boolean,
): Observable<T> => snapshots$(actor).pipe(map(select), distinctUntilChanged(isEqual))
