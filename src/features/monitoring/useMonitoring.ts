import { use } from 'react'
import { useServices } from '#src/app/services.ts'
import type { Monitoring } from '#src/streams/index.ts'

/** The monitoring service. Suspends until its code is loaded. */
export const useMonitoring = (): Monitoring => use(useServices().monitoring())
