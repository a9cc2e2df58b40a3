import type { Overlays } from '#src/ui/overlays/OverlayProvider.tsx'

/** Copies a text and shows a toast. Fails on pages without a secure origin, which have no clipboard. */
export async function copyText(text: string, label: string, toasts: Overlays['toasts']): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toasts.success(`${label} copied`)
  } catch {
    toasts.error('Failed to copy to clipboard')
  }
}
