import { useMemo } from 'react'
import { useServices } from '#src/app/services.ts'
import { adminApi, type AdminApi } from './api.ts'

/** The same functions for as long as the screen stands. */
export function useAdminApi(): AdminApi {
  const { calls } = useServices()
  return useMemo(() => adminApi(calls.admin), [calls.admin])
}
