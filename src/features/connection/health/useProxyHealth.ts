import { useSelector } from '@xstate/react'
import { use, useEffect, useMemo } from 'react'
import { type HealthError, healthCommands } from '#src/machines/health/types.ts'
import type { HealthReport, HealthState, HealthTestReport } from '#src/machines/health/health-tests.ts'
import {
  healthErrors,
  healthFailure,
  healthReport,
  healthState,
  isMonitoring,
  isPolling,
  isTesting,
} from '#src/machines/health/machine.ts'
import { useServices } from '#src/app/services.ts'

/** View model of the stream-proxy's health. */
export interface ProxyHealthView {
  /** Undefined before the first response. */
  readonly state: HealthState | undefined
  readonly report: HealthReport | undefined
  /** Error of the latest poll, if it failed. */
  readonly failure: string | undefined
  /** Oldest first. */
  readonly errors: readonly HealthError[]
  readonly isPolling: boolean
  readonly isMonitoring: boolean
  readonly isTesting: boolean
  readonly onRefresh: () => void
  readonly onTest: () => Promise<HealthTestReport | undefined>
}

/** Watches the stream-proxy's health while mounted. Suspends until the monitor's code is loaded. */
export function useProxyHealth(everyMs: number): ProxyHealthView {
  const actor = use(useServices().health())
  const { watch, refresh, runTests } = useMemo(() => healthCommands(actor), [actor])
  useEffect(() => watch(everyMs), [watch, everyMs])
  return {
    state: useSelector(actor, healthState),
    report: useSelector(actor, healthReport),
    failure: useSelector(actor, healthFailure),
    errors: useSelector(actor, healthErrors),
    isPolling: useSelector(actor, isPolling),
    isMonitoring: useSelector(actor, isMonitoring),
    isTesting: useSelector(actor, isTesting),
    onRefresh: refresh,
    onTest: runTests,
  }
}
