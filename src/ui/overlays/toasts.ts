import { Toast } from '@base-ui/react/toast'

/** How long a toast stands, in milliseconds; hovering or focusing it holds it. */
export const TOAST_MS = 3_000

export type ToastKind = 'success' | 'error' | 'info'

/** `detail` stands below, quietly: why something failed. */
type ShowToast = (text: string, detail?: string) => void

/** Short notices at the lower right: green, red, blue. What must not be missed belongs in an alert instead. */
export interface Toasts {
  readonly success: ShowToast
  readonly error: ShowToast
  readonly info: ShowToast
  /** What the host listens to. */
  readonly manager: ReturnType<typeof Toast.createToastManager>
}

export function createToasts(): Toasts {
  const manager = Toast.createToastManager()
  const show =
    (kind: ToastKind): ShowToast =>
    (text, detail) => {
      manager.add({ type: kind, title: text, description: detail, timeout: TOAST_MS, priority: 'low' })
    }
  return { success: show('success'), error: show('error'), info: show('info'), manager }
}
