import { useState } from 'react'
import type { SecurityAlert } from '#contract/admin.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useAdminApi } from '../useAdminApi.ts'

const NONE: ReadonlySet<string> = new Set()

/** Marks alerts as dealt with; `resolving` are those whose answer is awaited. */
export function useResolve(onChanged: () => void) {
  const api = useAdminApi()
  const { toasts } = useOverlays()
  const [resolving, setResolving] = useState(NONE)

  async function resolve({ id, title }: SecurityAlert): Promise<void> {
    setResolving((held) => new Set(held).add(id))
    const answer = await api.resolveAlert(id)
    setResolving((held) => new Set([...held].filter((other) => other !== id)))
    if (!answer.ok) return toasts.error('Failed to resolve alert', answer.error)
    toasts.success(`Resolved: ${title}`)
    onChanged()
  }
  return { resolve, resolving }
}
