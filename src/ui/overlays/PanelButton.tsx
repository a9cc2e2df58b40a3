import { Popover as Base } from '@base-ui/react/popover'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { button } from '../controls/Button.css.ts'
import { popup, positioner } from './popup.css.ts'

export interface PanelButtonProps {
  /** Button text. */
  readonly text: string
  /** Accessible name of the button. */
  readonly label: string
  /** Accessible name of the panel. */
  readonly panelLabel: string
  readonly open: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly children: ReactNode
}

/** A button that opens a panel of controls. Closes on Escape and a press outside, and returns the focus. */
export function PanelButton({ text, label, panelLabel, open, onOpenChange, children }: PanelButtonProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger className={button({ variant: 'secondary', size: 'medium' })} aria-label={label}>
        {text}
        <ChevronDown size={14} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={positioner} sideOffset={4} align="start">
          <Base.Popup className={popup} aria-label={panelLabel}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
