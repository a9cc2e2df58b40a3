import { createActor, type InspectionEvent } from 'xstate'
import { createDrillMachine, type DrillActor } from '#src/machines/fault-injection/machine.ts'
import { onSessionChange } from '#src/app/session-changes.ts'
import { createDrillApi } from '#src/transport/drill.ts'
import type { Call } from '#src/transport/http.ts'
import { sightings, type SightingSources } from './observations.ts'

interface DrillDeps extends SightingSources {
  /** The identity service for administrators. */
  readonly admin: Call
  readonly inspect: ((event: InspectionEvent) => void) | undefined
}

/** The drill, idle. It outlives screens, so that one can be watched wherever its fault shows. */
export function startDrill({ admin, inspect, ...sources }: DrillDeps): DrillActor {
  const { session, now } = sources
  const machine = createDrillMachine({
    api: createDrillApi(admin),
    observe(fault, report) {
      const seeing = sightings(fault, sources).subscribe(report)
      return () => seeing.unsubscribe()
    },
    watchSession: onSessionChange(session),
    now,
  })
  return createActor(machine, { id: 'drill', ...(inspect && { inspect }) }).start()
}
