import { createActor, type InspectionEvent } from 'xstate'
import { createHealthMachine, type HealthActor } from '#src/machines/health/machine.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import type { Call } from '#src/transport/http/http.ts'
import { createProxyHealth } from '#src/transport/api/proxy-health.ts'
import { onSessionChange } from './session-changes.ts'

interface HealthDeps {
  /** The stream-proxy service. */
  readonly proxy: Call
  readonly session: SessionActor
  readonly now: () => number
  readonly inspect: ((event: InspectionEvent) => void) | undefined
}

/** Starts the proxy health monitor. It polls only while it has watchers. */
export function startHealth({ proxy, session, now, inspect }: HealthDeps): HealthActor {
  const machine = createHealthMachine({
    api: createProxyHealth(proxy),
    watchSession: onSessionChange(session),
    now,
  })
  return createActor(machine, { id: 'health', ...(inspect && { inspect }) }).start()
}
