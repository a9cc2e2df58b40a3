import { use } from 'react'
import { useServices } from '#src/app/services.ts'
import type { Monitoring } from '#src/streams/index.ts'

/** How the streams fare, and what may be asked of them. Suspends until its code is there. */
export const useMonitoring = (): Monitoring => use(useServices().monitoring())
