import { Popover as Base } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { popup, positioner } from './popup.css.ts'
import * as css from './popup.css.ts'

export interface PopoverProps {
  /** Content of the button: a badge or a number. */
  readonly trigger: ReactNode
  /** Accessible name of the button, if its content is not enough. */
  readonly label?: string | undefined
  readonly title: string
  /** Also opens on hover. */
  readonly onHover?: boolean | undefined
  readonly children: ReactNode
}

/** Details that open on click. Closes on Escape and a press outside, and returns the focus. */
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
