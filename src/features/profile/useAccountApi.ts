import { use } from 'react'
import { useServices, type AccountApi } from '#src/app/services.ts'

/** The account API. Suspends until its code is loaded. */
export const useAccountApi = (): AccountApi => use(useServices().account())
