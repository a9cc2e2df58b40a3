import { useMemo } from 'react'
import { useServices } from '#src/app/services.ts'
import { adminApi, type AdminApi } from './api.ts'

/** Stable across renders. */
export function useAdminApi(): AdminApi {
  const { calls } = useServices()
  return useMemo(() => adminApi(calls.admin), [calls.admin])
}
