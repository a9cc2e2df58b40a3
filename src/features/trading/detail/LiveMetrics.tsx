import { useMemo } from 'react'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { MEANINGS } from '../meanings.ts'
import { useTradingContext } from '../trading-context.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { NO_DECISIONS } from './texts.ts'
import { Section } from './Section.tsx'

const SHARE = { kind: 'measurement', says: 'The share of all decisions so far.' } as const
const DECISION_METERS = [
  { type: 'BUY', label: 'Buy', tone: 'success' },
  { type: 'SELL', label: 'Sell', tone: 'danger' },
  { type: 'HOLD', label: 'Hold', tone: 'neutral' },
] as const

function Distribution({ metrics }: { readonly metrics: StrategyActivity['performance_metrics'] }) {
  const { decisions_generated: decisions, decision_distribution: percents } = metrics
  if (decisions === 0) return <p>{NO_DECISIONS}</p>
  return (
    <div className={layout.stack[2]}>
      {DECISION_METERS.map(({ type, label, tone }) => (
        <Meter
          key={type}
          label={label}
          tone={tone}
          meaning={SHARE}
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
  const data = useRemoteData(useMemo(() => feeds.performance(id), [feeds, id]))
  return (
    <>
      <Section title="Live Performance Metrics">
        <AsyncContent
          data={data}
          loading={<Skeleton height="104px" />}
          failed="Failed to load performance"
          renderStale={() => null}
        >
          {({ total_signals: total, recent_signals: recent, performance_metrics: metrics }) => (
            <KeyValueList
              items={[
                { label: 'Total signals', value: formatNumber(total) },
                { label: 'Recent signals (last 5 minutes)', value: formatNumber(recent) },
                { label: 'Signals per minute', value: formatNumber(metrics.signals_per_minute, 2) },
                {
                  label: 'Average confidence',
                  value: formatPercent(metrics.avg_confidence, 1),
                  meaning: MEANINGS.source,
                },
              ]}
            />
          )}
        </AsyncContent>
      </Section>
      {data.value === undefined ? null : (
        <Section title="Decision Distribution">
          <Distribution metrics={data.value.performance_metrics} />
        </Section>
      )}
    </>
  )
}
