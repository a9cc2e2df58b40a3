import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { button } from '../controls/Button.css.ts'
import * as css from './Dialog.css.ts'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string | undefined
  readonly size?: 'small' | 'medium' | 'large' | undefined
  /** False where a press beside the dialog would lose work; Escape and the close button always close. */
  readonly closeOnOutside?: boolean | undefined
  /** What has the focus at first; the close button when absent. */
  readonly initialFocus?: (() => HTMLElement | null) | undefined
  /** For forms: the first field has the focus, not the close button. */
  readonly focusField?: boolean | undefined
  /** Buttons at the lower right, the main one last. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A window over the page: focus stays inside while open and returns to what opened it. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'medium', closeOnOutside = true, footer, children } = props
  const { initialFocus } = props
  const body = useRef<HTMLDivElement>(null)
  const firstFocus = () => {
    const field = props.focusField === true ? body.current?.querySelector('input') : undefined
    return initialFocus?.() ?? field ?? true
  }
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      disablePointerDismissal={!closeOnOutside}
    >
      <Base.Portal>
        <Base.Backdrop className={css.backdrop} />
        <Base.Viewport className={css.viewport}>
          <Base.Popup className={css.popup[size]} initialFocus={firstFocus}>
            <header className={css.header}>
              <div className={css.titles}>
                <Base.Title className={css.title}>{title}</Base.Title>
                {description === undefined ? null : (
                  <Base.Description className={css.description}>{description}</Base.Description>
                )}
              </div>
              <Base.Close className={button({ variant: 'ghost', size: 'medium', square: true })} aria-label="Close">
                <X size={16} aria-hidden="true" />
              </Base.Close>
            </header>
            <div ref={body} className={css.body}>
              {children}
            </div>
            {footer === undefined ? null : <footer className={css.footer}>{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
