import { useSelector } from '@xstate/react'
import { use, useMemo } from 'react'
import { drillCommands, type DrillCommands } from '#src/machines/fault-injection/commands.ts'
import type { DrillRecord } from '#src/machines/fault-injection/record.ts'
import { drillError, drillPhase, drillRecord, type DrillPhase } from '#src/machines/fault-injection/selectors.ts'
import { useServices } from '#src/app/services.ts'

export interface DrillView extends DrillCommands {
  readonly phase: DrillPhase
  readonly record: DrillRecord | undefined
  readonly error: string | undefined
}

/** The drill of this session. Suspends until its code is there. */
export function useDrill(): DrillView {
  const actor = use(useServices().drill())
  const commands = useMemo(() => drillCommands(actor), [actor])
  return {
    ...commands,
    phase: useSelector(actor, drillPhase),
    record: useSelector(actor, drillRecord),
    error: useSelector(actor, drillError),
  }
}
