import { assignInlineVars } from '@vanilla-extract/dynamic'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import { DECISION_TYPES } from '#contract/strategies/names.ts'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { formatNumber, formatPercent, pluralize } from '#src/ui/format/number.ts'
import { tone } from '#src/ui/theme/tone.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DECISION_TONES } from '../texts.ts'
import * as css from './list.css.ts'

/** How many of all decisions were BUY, SELL and HOLD, as one bar with its figures. */
export function DecisionShares({ metrics }: { readonly metrics: StrategyActivity['performance_metrics'] }) {
  const { decisions_generated: decisions, decision_distribution: percents } = metrics
  if (decisions === 0) return null
  const text = DECISION_TYPES.map((type) => `${type} ${formatPercent(percents[type] / 100, 1)}`).join(' · ')
  const meaning = { kind: 'measurement', says: `Shares of ${formatNumber(decisions)} decisions.` } as const
  return (
    <div {...meaningProps(meaning)}>
      <div className={css.shares} aria-hidden="true">
        {DECISION_TYPES.map((type) => (
          <span
            key={type}
            className={`${css.share} ${tone[DECISION_TONES[type]]}`}
            style={assignInlineVars({ [css.percent]: String(percents[type]) })}
          />
        ))}
      </div>
      <p className={layout.quiet}>
        {text} of {pluralize(decisions, 'decision')}
      </p>
    </div>
  )
}
