import { useCallback } from 'react'
import { useOverlays } from './OverlayProvider.tsx'

/** Puts a text on the clipboard and says in a toast whether that went well. */
export function useCopy(): (text: string, said: string) => Promise<void> {
  const { toasts } = useOverlays()
  return useCallback(
    async (text, said) => {
      try {
        await navigator.clipboard.writeText(text)
        toasts.success(said)
      } catch {
        toasts.error('Failed to copy to clipboard')
      }
    },
    [toasts],
  )
}
