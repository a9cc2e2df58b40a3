import { CSPProvider } from '@base-ui/react/csp-provider'
import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { button } from '../controls/Button.css.ts'
import { cx } from '../cx.ts'
import * as layout from '../theme/layout.css.ts'
import { DialogHost } from './DialogHost.tsx'
import { content, icon, text, toast as toastClass, viewport } from './Toast.css.ts'
import { createDialogs, type Dialogs } from './dialogs.ts'
import { tone } from '#src/ui/theme/color.css.ts'

/** Time until a toast disappears, in ms; paused while hovered or focused. */
const TOAST_MS = 3_000

type ToastKind = 'success' | 'error' | 'info'

/** `detail` is a second, muted line: the reason of a failure. */
type ShowToast = (text: string, detail?: string) => void

/** A success that can be taken back by a button, for as long as the toast is shown. */
interface UndoOptions {
  readonly onUndo: () => void
  readonly forMs: number
}

/** Short notices at the lower right. Use an alert for anything that must not be missed. */
interface Toasts {
  readonly success: ShowToast
  readonly error: ShowToast
  readonly info: ShowToast
  readonly undoable: (text: string, options: UndoOptions) => void
  /** Base UI's manager, for the host. */
  readonly manager: ReturnType<typeof Toast.createToastManager>
}

function createToasts(): Toasts {
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

const STYLES = {
  success: { Icon: CircleCheck, tone: tone.success },
  error: { Icon: CircleAlert, tone: tone.danger },
  info: { Icon: Info, tone: tone.info },
} as const

const styleOf = (kind: string | undefined) => (kind === 'success' || kind === 'error' ? STYLES[kind] : STYLES.info)

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => {
    const { Icon, tone: toneClass } = styleOf(toast.type)
    return (
      <Toast.Root key={toast.id} toast={toast} className={cx(toastClass, toneClass)} data-kind={toast.type}>
        <Toast.Content className={content}>
          <span className={icon}>
            <Icon size={16} aria-hidden="true" />
          </span>
          <div className={text}>
            <Toast.Title render={<p />} />
            <Toast.Description className={layout.quiet} />
          </div>
        </Toast.Content>
        {toast.actionProps === undefined ? null : <Toast.Action className={button({ size: 'small' })} />}
        <Toast.Close className={button({ variant: 'ghost', size: 'small', square: true })} aria-label="Dismiss">
          <X size={14} aria-hidden="true" />
        </Toast.Close>
      </Toast.Root>
    )
  })
}

/** Renders the toasts. Mount once. */
function ToastHost({ toasts }: { readonly toasts: Toasts }) {
  return (
    <Toast.Provider toastManager={toasts.manager} timeout={TOAST_MS} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className={viewport}>
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

export interface Overlays {
  readonly dialogs: Pick<Dialogs, 'confirm' | 'alert'>
  readonly toasts: Pick<Toasts, 'success' | 'error' | 'info' | 'undoable'>
}

const OverlayContext = createContext<Overlays | undefined>(undefined)

/** Provides and renders confirm, alert and toasts. Base UI's inline style elements are off because the CSP forbids them. */
export function OverlayProvider({ children }: { readonly children: ReactNode }) {
  const [overlays] = useState(() => ({ dialogs: createDialogs(), toasts: createToasts() }))
  return (
    <CSPProvider disableStyleElements>
      <OverlayContext value={overlays}>
        {children}
        <DialogHost dialogs={overlays.dialogs} />
        <ToastHost toasts={overlays.toasts} />
      </OverlayContext>
    </CSPProvider>
  )
}

/** For use inside a dialog: nested confirms open above it, and Escape closes only the confirm. */
export function NestedOverlays({ children }: { readonly children: ReactNode }) {
  const { toasts } = useOverlays()
  const [dialogs] = useState(createDialogs)
  const overlays = useMemo(() => ({ dialogs, toasts }), [dialogs, toasts])
  return (
    <OverlayContext value={overlays}>
      {children}
      <DialogHost dialogs={dialogs} />
    </OverlayContext>
  )
}

/** `dialogs.confirm(…)`, `dialogs.alert(…)` and `toasts.success(…)` of the nearest OverlayProvider. */
export function useOverlays(): Overlays {
  const overlays = useContext(OverlayContext)
  if (overlays === undefined) throw new Error('useOverlays needs an OverlayProvider above it')
  return overlays
}
