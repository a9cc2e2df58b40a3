import { use } from 'react'
import { useServices, type AdminApi } from '#src/app/services.ts'

/** The admin API. Suspends until its code is loaded. */
export const useAdminApi = (): AdminApi => use(useServices().admin())
