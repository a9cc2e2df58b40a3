import { useMemo } from 'react'
import { useServices } from '#src/app/services.ts'
import { accountApi, type AccountApi } from './account-api.ts'

/** Stable across renders. */
export function useAccountApi(): AccountApi {
  const { calls } = useServices()
  return useMemo(() => accountApi(calls.admin), [calls.admin])
}
