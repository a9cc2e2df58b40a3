import { skip } from 'rxjs'
import { selection$ } from '#src/lib/actor-observable.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import { sessionId } from '#src/machines/session/selectors.ts'

/** Calls back when another user signs in, or the user signs out. Returns a function that stops it. */
export const onSessionChange =
  (session: SessionActor) =>
  (changed: () => void): (() => void) => {
    const subscription = selection$(session, sessionId).pipe(skip(1)).subscribe(changed)
    return () => subscription.unsubscribe()
  }
