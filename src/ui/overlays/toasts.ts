import { Toast } from '@base-ui/react/toast'

/** Time until a toast disappears, in ms; paused while hovered or focused. */
export const TOAST_MS = 3_000

export type ToastKind = 'success' | 'error' | 'info'

/** `detail` is a second, muted line: the reason of a failure. */
type ShowToast = (text: string, detail?: string) => void

/** A success that can be taken back by a button, for as long as the toast is shown. */
export interface UndoOptions {
  readonly onUndo: () => void
  readonly forMs: number
}

/** Short notices at the lower right. Use an alert for anything that must not be missed. */
export interface Toasts {
  readonly success: ShowToast
  readonly error: ShowToast
  readonly info: ShowToast
  readonly undoable: (text: string, options: UndoOptions) => void
  /** Base UI's manager, for the host. */
  readonly manager: ReturnType<typeof Toast.createToastManager>
}

export function createToasts(): Toasts {
  const manager = Toast.createToastManager()
  const show =
    (kind: ToastKind): ShowToast =>
    (text, detail) => {
      manager.add({ type: kind, title: text, description: detail, timeout: TOAST_MS, priority: 'low' })
    }
  return {
    success: show('success'),
    error: show('error'),
    info: show('info'),
    undoable(text, { onUndo, forMs }) {
      const undo = () => {
        manager.close(id)
        onUndo()
      }
      const actionProps = { children: 'Undo', onClick: undo }
      const id = manager.add({ type: 'success', title: text, timeout: forMs, priority: 'low', actionProps })
    },
    manager,
  }
}
