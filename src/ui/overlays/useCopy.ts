import { useCallback } from 'react'
import { useOverlays } from './OverlayProvider.tsx'

/** Puts a text on the clipboard and says in a toast whether that went well. */
export function useCopy(): (text: string, successText: string) => Promise<void> {
  const { toasts } = useOverlays()
  return useCallback(
    async (text, successText) => {
      try {
        await navigator.clipboard.writeText(text)
        toasts.success(successText)
      } catch {
        toasts.error('Failed to copy to clipboard')
      }
    },
    [toasts],
  )
}
