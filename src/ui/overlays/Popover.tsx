import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { popup, positioner } from './popup.css.ts'
import * as css from './Popover.css.ts'

export interface PopoverProps {
  /** What the button looks like: a badge, a figure. */
  readonly trigger: ReactNode
  /** Accessible name of the button when its looks do not say it all. */
  readonly label?: string | undefined
  readonly title: string
  /** Opens when pointed at, too. */
  readonly onHover?: boolean | undefined
  readonly children: ReactNode
}

/** More about something small, on a click. Closes on Escape and a press outside; focus returns. */
export function Popover({ trigger, label, title, onHover = false, children }: PopoverProps) {
  return (
    <Base.Root>
      <Base.Trigger className={css.trigger} aria-label={label} openOnHover={onHover} delay={150}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={positioner} sideOffset={6} align="end">
          <Base.Popup className={cx(popup, css.content)}>
            <Base.Title className={css.heading}>{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
