import { useState } from 'react'
import type { SecurityAlert } from '#contract/admin.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useAdminApi } from '../useAdminApi.ts'

const EMPTY: ReadonlySet<string> = new Set()

/** Resolves alerts; `resolving` holds the ids with a pending call. */
export function useResolveAlert(onChanged: () => void) {
  const api = useAdminApi()
  const { toasts } = useOverlays()
  const [resolving, setResolving] = useState(EMPTY)

  async function resolve({ id, title }: SecurityAlert): Promise<void> {
    setResolving((current) => new Set(current).add(id))
    const result = await api.resolveAlert(id)
    setResolving((current) => new Set([...current].filter((other) => other !== id)))
    if (!result.ok) return toasts.error('Failed to resolve alert', result.error)
    toasts.success(`Resolved: ${title}`)
    onChanged()
  }
  return { resolve, resolving }
}
