import type { StrategyActivity } from '#contract/strategies/activity.ts'
import { toMillis } from '#contract/time.ts'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DecisionBadge } from '../DecisionBadge.tsx'
import { useMarketNow } from '../trading-context.ts'
import * as css from './list.css.ts'

/** The newest decision: what, how long ago, and why in one line. */
export function LastDecision({ decision }: { readonly decision: StrategyActivity['last_decision'] }) {
  const now = useMarketNow()
  if (decision === null) return <p className={layout.quiet}>No decision yet</p>
  const { timestamp, decision_type: type, why } = decision
  return (
    <>
      <p className={layout.wrap[2]}>
        {type === undefined ? 'Decided' : <DecisionBadge type={type} />}
        <RelativeTime at={toMillis(timestamp)} now={now} />
      </p>
      {why === undefined ? null : (
        <p className={css.why} title={why}>
          {why}
        </p>
      )}
    </>
  )
}
