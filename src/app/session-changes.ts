import { distinctUntilChanged, from, map, skip, startWith } from 'rxjs'
import type { SessionActor } from '#src/machines/session/machine.ts'
import { sessionId } from '#src/machines/session/selectors.ts'

/** Calls back whenever another person, or nobody, is signed in; returns how to stop. */
export const onSessionChange =
  (session: SessionActor) =>
  (changed: () => void): (() => void) => {
    const ids$ = from(session).pipe(startWith(session.getSnapshot()), map(sessionId), distinctUntilChanged(), skip(1))
    const subscription = ids$.subscribe(changed)
    return () => subscription.unsubscribe()
  }
