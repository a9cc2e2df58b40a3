import { useMemo } from 'react'
import type { LivePerformance } from '#contract/strategies/performance.ts'
import { ErrorState } from '#src/ui/display/ErrorState.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { Meter } from '#src/ui/display/Meter.tsx'
import { Skeleton } from '#src/ui/display/Skeleton.tsx'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { useTradingContext, usePoll } from '../trading-context.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { NO_DECISIONS } from './texts.ts'
import { Section } from './Section.tsx'

const DECISION_METERS = [
  { type: 'BUY', label: 'Buy', tone: 'success' },
  { type: 'SELL', label: 'Sell', tone: 'danger' },
  { type: 'HOLD', label: 'Hold', tone: 'neutral' },
] as const

function Distribution({ metrics }: { readonly metrics: LivePerformance['performance_metrics'] }) {
  const { decisions_generated: decisions, decision_distribution: percents } = metrics
  if (decisions === 0) return <p>{NO_DECISIONS}</p>
  return (
    <div className={layout.stack[2]}>
      {DECISION_METERS.map(({ type, label, tone }) => (
        <Meter
          key={type}
          label={label}
          tone={tone}
          value={percents[type] / 100}
          text={formatPercent(percents[type] / 100, 1)}
        />
      ))}
      <p className={layout.quiet}>of {formatNumber(decisions)} decisions</p>
    </div>
  )
}

/** Signal counts, average confidence and the distribution of decisions, polled. */
export function LiveMetrics({ id }: { readonly id: string }) {
  const { feeds } = useTradingContext()
  const { value, failure, isFetching, refetch } = usePoll(useMemo(() => feeds.performance(id), [feeds, id]))
  if (value === undefined)
    return (
      <Section title="Live Performance Metrics">
        {failure === undefined ? (
          <Skeleton height="104px" />
        ) : (
          <ErrorState message="Failed to load performance" onRetry={refetch} busy={isFetching}>
            {failure.text}
          </ErrorState>
        )}
      </Section>
    )
  const { signals_per_minute: rate, avg_confidence: confidence } = value.performance_metrics
  return (
    <>
      <Section title="Live Performance Metrics">
        <KeyValueList
          items={[
            { label: 'Total signals', value: formatNumber(value.total_signals) },
            { label: 'Recent signals (last 5 minutes)', value: formatNumber(value.recent_signals) },
            { label: 'Signals per minute', value: formatNumber(rate, 2) },
            { label: 'Average confidence', value: formatPercent(confidence, 1) },
          ]}
        />
      </Section>
      <Section title="Decision Distribution">
        <Distribution metrics={value.performance_metrics} />
      </Section>
    </>
  )
}
