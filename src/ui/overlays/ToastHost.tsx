import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { button } from '../controls/Button.css.ts'
import { cx } from '../cx.ts'
import { tone } from '../theme/tone.css.ts'
import * as layout from '../theme/layout.css.ts'
import { content, icon, text, toast as toastClass, viewport } from './Toast.css.ts'
import { TOAST_MS } from './toasts.ts'
import type { Toasts } from './toasts.ts'

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
export function ToastHost({ toasts }: { readonly toasts: Toasts }) {
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
