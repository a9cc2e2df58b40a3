import type { Overlays } from '#src/ui/overlays/OverlayProvider.tsx'

/** Copies a text and says so. Pages without a secure origin have no clipboard; the text can still be marked by hand. */
export async function copyText(text: string, label: string, toasts: Overlays['toasts']): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.success(`${label} copied`)
  } catch {
    toasts.error('Failed to copy to clipboard')
  }
}
