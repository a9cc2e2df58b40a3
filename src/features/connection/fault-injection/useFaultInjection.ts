import { useSelector } from '@xstate/react'
import { use, useMemo } from 'react'
import { faultInjectionCommands, type FaultInjectionCommands } from '#src/machines/fault-injection/commands.ts'
import type { FaultRecord } from '#src/machines/fault-injection/record.ts'
import { faultError, faultPhase, faultRecord, type FaultPhase } from '#src/machines/fault-injection/selectors.ts'
import { useServices } from '#src/app/services.ts'

export interface FaultInjectionView extends FaultInjectionCommands {
  readonly phase: FaultPhase
  readonly record: FaultRecord | undefined
  readonly error: string | undefined
}

/** The fault injection of this session. Suspends until its code is loaded. */
export function useFaultInjection(): FaultInjectionView {
  const actor = use(useServices().faultInjection())
  const commands = useMemo(() => faultInjectionCommands(actor), [actor])
  return {
    ...commands,
    phase: useSelector(actor, faultPhase),
    record: useSelector(actor, faultRecord),
    error: useSelector(actor, faultError),
  }
}
