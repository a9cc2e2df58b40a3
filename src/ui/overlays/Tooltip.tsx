import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'
import { cx } from '../cx.ts'
import { popup, positioner } from './popup.css.ts'
import * as css from './popup.css.ts'

export interface TooltipProps {
  readonly text: string
  /** One focusable element. The tooltip becomes its description, not its name. */
  readonly children: ReactElement
}

/** An explanation on hover and focus. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} aria-description={text} />
      <Base.Portal>
        <Base.Positioner className={positioner} sideOffset={6}>
          <Base.Popup className={cx(popup, css.bubble)}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
