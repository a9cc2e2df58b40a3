import { useCallback } from 'react'
import type { SecurityAlert } from '#contract/admin.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useAdminApi } from '../useAdminApi.ts'

/** Resolves one alert at a time; `resolving` is its id. */
export function useResolveAlert(onChanged: () => void) {
  const { toasts } = useOverlays()
  const { mutate, pending } = useMutation(useAdminApi().resolveAlert)

  const resolve = useCallback(
    async ({ id, title }: SecurityAlert): Promise<void> => {
      const result = await mutate(id)
      if (result === undefined) return
      if (!result.ok) return toasts.error('Failed to resolve alert', result.error)
      toasts.success(`Resolved: ${title}`)
      onChanged()
    },
    [mutate, toasts, onChanged],
  )
  return { resolve, resolving: pending?.[0] }
}
