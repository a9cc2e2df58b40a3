import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { button } from '../controls/Button.css.ts'
import { cx } from '../cx.ts'
import { popup, positioner } from './popup.css.ts'
import { body, header, panel, title as titleClass } from './Popover.css.ts'

export interface PopoverProps {
  readonly title: string
  /** What the button reads. */
  readonly trigger: ReactNode
  /** Accessible name of the button. */
  readonly label: string
  readonly align?: 'start' | 'center' | 'end' | undefined
  readonly children: ReactNode
}

/** A button that opens a panel beside it. Closes on Escape, its close button or a press outside; focus returns. */
export function Popover({ title, trigger, label, align = 'end', children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger className={button({ variant: 'ghost', size: 'medium' })} aria-label={label}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={positioner} sideOffset={8} collisionPadding={8} align={align}>
          <Base.Popup className={cx(popup, panel)}>
            <header className={header}>
              <Base.Title className={titleClass}>{title}</Base.Title>
              <Base.Close className={button({ variant: 'ghost', size: 'small', square: true })} aria-label="Close">
                <X size={16} aria-hidden="true" />
              </Base.Close>
            </header>
            <div className={body}>{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
