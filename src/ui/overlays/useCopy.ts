import { useCallback } from 'react'
import { useOverlays } from './OverlayProvider.tsx'

/** Copies a text to the clipboard and shows a success or error toast. */
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
