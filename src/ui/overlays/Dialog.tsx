import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { button } from '../controls/Button.css.ts'
import { cx } from '../cx.ts'
import * as css from './Dialog.css.ts'
import { TopSlot } from './TopSlot.tsx'

export interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string | undefined
  readonly size?: 'small' | 'medium' | 'large' | undefined
  /** False if a press outside would lose work; Escape and the close button always close. */
  readonly closeOnOutside?: boolean | undefined
  /** Element to focus on open; defaults to the close button. */
  readonly initialFocus?: (() => HTMLElement | null) | undefined
  /** Focuses the first input on open instead of the close button. */
  readonly focusField?: boolean | undefined
  /** Between the header and the body, outside the part that scrolls. */
  readonly bar?: ReactNode
  /** The same height whatever its content. */
  readonly isSteady?: boolean | undefined
  /** Buttons at the lower right, the primary one last. */
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A modal dialog: traps the focus while open and returns it on close. */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, size = 'medium', closeOnOutside = true, footer, children } = props
  const { initialFocus, bar, isSteady = false } = props
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
        {/* Above another dialog too, which is not to be used meanwhile. */}
        <Base.Backdrop forceRender className={css.backdrop} />
        <Base.Viewport className={css.viewport}>
          <Base.Popup className={cx(css.popup[size], isSteady && css.steady)} initialFocus={firstFocus}>
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
            {bar === undefined ? null : <div className={css.bar}>{bar}</div>}
            <div ref={body} className={css.body}>
              {children}
            </div>
            {footer === undefined ? null : <footer className={css.footer}>{footer}</footer>}
            <TopSlot />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
