import { distinctUntilChanged, from, map, skip, startWith } from 'rxjs'
import { createActor } from 'xstate'
import { createHealthMachine, type HealthActor } from '#src/machines/health/machine.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import { sessionId } from '#src/machines/session/selectors.ts'
import type { Call } from '#src/transport/http.ts'
import { createProxyHealth } from '#src/transport/proxy-health.ts'

interface HealthDeps {
  /** The stream-proxy service. */
  readonly proxy: Call
  readonly session: SessionActor
  readonly now: () => number
}

/** The proxy health monitor, running; it looks at nothing until somebody watches. */
export function startHealth({ proxy, session, now }: HealthDeps): HealthActor {
  const machine = createHealthMachine({
    api: createProxyHealth(proxy),
    watchSession(changed) {
      const ids$ = from(session).pipe(startWith(session.getSnapshot()), map(sessionId), distinctUntilChanged())
      const following = ids$.pipe(skip(1)).subscribe(changed)
      return () => following.unsubscribe()
    },
    now,
  })
  return createActor(machine).start()
}
