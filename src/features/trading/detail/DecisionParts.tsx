import { useState } from 'react'
import type { Decision } from '#contract/strategies/decisions.ts'
import { toMillis } from '#contract/time.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { formatExact } from '#src/ui/format/time.ts'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DecisionBadge } from '../DecisionBadge.tsx'
import * as css from './detail.css.ts'
import { Why } from './Why.tsx'
import { versionName } from '#src/features/trading/versions/compare.ts'

interface WhyToggleProps {
  readonly strategyId: string
  readonly decision: Decision
}

/** A button that expands the explanation of a decision. */
export function WhyToggle({ strategyId, decision }: WhyToggleProps) {
  const [isOpen, setIsOpen] = useState(false)
  const label = `Why ${decision.decision_type} at ${formatExact(toMillis(decision.timestamp))}`
  return (
    <>
      <Button
        size="small"
        className={css.whyToggle}
        aria-expanded={isOpen}
        aria-label={label}
        onClick={() => setIsOpen(!isOpen)}
      >
        Why
      </Button>
      {isOpen ? <Why strategyId={strategyId} decisionId={decision.id} /> : null}
    </>
  )
}

/** The type of a decision, when it was made, and by which version. */
export function DecisionTime({ decision, now }: { readonly decision: Decision; readonly now: number }) {
  const at = toMillis(decision.timestamp)
  return (
    <>
      <DecisionBadge type={decision.decision_type} />
      <RelativeTime at={at} now={now} />
      <span className={layout.quiet}>{formatExact(at)}</span>
      <span className={layout.quiet}>{versionName(decision.version_number)}</span>
    </>
  )
}
