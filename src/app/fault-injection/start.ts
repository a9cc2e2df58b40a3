import { createActor, type InspectionEvent } from 'xstate'
import { createFaultInjectionMachine, type FaultInjectionActor } from '#src/machines/fault-injection/machine.ts'
import { onSessionChange } from '#src/app/session-changes.ts'
import { createFaultInjectionApi } from '#src/transport/api/fault-injection.ts'
import type { Call } from '#src/transport/http/http.ts'
import { observeFault, type ObservationSources } from './observations.ts'

interface FaultInjectionDeps extends ObservationSources {
  /** The identity service for administrators. */
  readonly admin: Call
  readonly inspect: ((event: InspectionEvent) => void) | undefined
}

/** Starts the fault injection machine, idle. It outlives screens, so that a fault can be watched on any of them. */
export function startFaultInjection({ admin, inspect, ...sources }: FaultInjectionDeps): FaultInjectionActor {
  const { session, now } = sources
  const machine = createFaultInjectionMachine({
    api: createFaultInjectionApi(admin),
    observe(fault, report) {
      const subscription = observeFault(fault, sources).subscribe(report)
      return () => subscription.unsubscribe()
    },
    watchSession: onSessionChange(session),
    now,
  })
  return createActor(machine, { id: 'fault-injection', ...(inspect && { inspect }) }).start()
}
