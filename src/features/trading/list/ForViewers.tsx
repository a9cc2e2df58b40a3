import { Button } from '#src/ui/controls/Button.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'

/** Why a Viewer sees no strategy, and what can be done. */
export function NothingShared() {
  const { address } = useTradingContext()
  return (
    <EmptyState
      title="No strategy is shared with you yet"
      action={<Button onClick={address.openDashboard}>Open the Dashboard</Button>}
    >
      <p>
        As a Viewer you read strategies that a Trader shares with you: their settings, their decisions, and why each was
        made. They appear here as soon as one is shared.
      </p>
      <p>
        Until then, the dashboard shows the market and its analysis. To create strategies of your own, ask an
        administrator for the Trader role.
      </p>
    </EmptyState>
  )
}

/** What a Viewer can do with the strategies in the list. */
export function ReaderNote() {
  return (
    <p className={layout.quiet}>
      As a Viewer you can open strategies and read their decisions. Changing them needs the Trader role.
    </p>
  )
}
