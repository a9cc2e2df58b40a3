import { distinctUntilChanged, from, map, skip, startWith } from 'rxjs'
import type { SessionActor } from '#src/machines/session/machine.ts'
import { sessionId } from '#src/machines/session/selectors.ts'

/** Calls back when another user signs in, or the user signs out. Returns a function that stops it. */
export const onSessionChange =
  (session: SessionActor) =>
  (changed: () => void): (() => void) => {
    const ids$ = from(session).pipe(startWith(session.getSnapshot()), map(sessionId), distinctUntilChanged(), skip(1))
    const subscription = ids$.subscribe(changed)
    return () => subscription.unsubscribe()
  }
