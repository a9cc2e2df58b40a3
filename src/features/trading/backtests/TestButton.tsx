import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { Button, type ControlSize } from '#src/ui/controls/Button.tsx'
import { useTradingContext } from '../trading-context.ts'
import { NewBacktestDialog } from './NewBacktestDialog.tsx'
import type { Testable } from './request.ts'

/** Opens the form for a backtest, and then leaves for it; nothing for users who may not start one. */
export function TestButton({ testable, size }: { readonly testable: Testable; readonly size?: ControlSize }) {
  const { backtests, canEdit, address } = useTradingContext()
  const [isOpen, setIsOpen] = useState(false)
  if (!canEdit) return null
  return (
    <>
      <Button size={size} icon={<FlaskConical size={14} aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Backtest
      </Button>
      {isOpen ? (
        <NewBacktestDialog
          backtests={backtests}
          testables={[testable]}
          onClose={() => setIsOpen(false)}
          onStarted={address.openBacktest}
        />
      ) : null}
    </>
  )
}
