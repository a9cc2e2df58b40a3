import { useMemo } from 'react'
import type { StrategyActivity } from '#contract/strategies/activity.ts'
import type { Strategy } from '#contract/strategies/responses.ts'
import type { VersionDetails } from '#contract/strategies/versions.ts'
import { toMillis } from '#contract/time.ts'
import { useRecords } from '#src/app/services.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { Loading } from '../Loading.tsx'
import { worthOf } from '../source-records.ts'
import { useMarketNow, useTradingContext } from '../trading-context.ts'
import { DecisionTime } from './DecisionParts.tsx'
import { BasicInformation, RiskParameters, RuleList, SourceList, Standing } from './DefinitionSections.tsx'
import { LatestDecision } from './LatestDecision.tsx'
import { PastDecisions } from './PastDecisions.tsx'
import { Section } from './Section.tsx'
import { ShowOnChart } from './ShowOnChart.tsx'
import { TraceSteps, TraceSummary } from './TraceView.tsx'
import * as css from './detail.css.ts'
import { MEANINGS } from '#src/features/trading/texts.ts'
import { versionName } from '#src/features/trading/versions/compare.ts'
import { NO_DECISIONS, StrategySources } from './risk.ts'

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

/** Signal counts, average confidence with what it is worth, and the distribution of decisions, polled. */
function LiveMetrics({ strategy: { id, signal_sources: sources } }: { readonly strategy: Strategy }) {
  const { feeds } = useTradingContext()
  const worth = worthOf(sources, useRecords())
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
        <p className={layout.quiet}>{worth}</p>
      </Section>
      {data.value === undefined ? null : (
        <Section title="Decision Distribution">
          <Distribution metrics={data.value.performance_metrics} />
        </Section>
      )}
    </>
  )
}

interface LinkedDecisionProps {
  readonly strategyId: string
  readonly decisionId: string
}

/** A decision that the address names, with its explanation. */
function LinkedDecision({ strategyId, decisionId }: LinkedDecisionProps) {
  const { feeds } = useTradingContext()
  const now = useMarketNow()
  const data = useRemoteData(useMemo(() => feeds.why(strategyId, decisionId), [feeds, strategyId, decisionId]))
  return (
    <AsyncContent data={data} loading={<Skeleton height="132px" />} failed="Failed to load the explanation">
      {({ decision, trace, nearest_miss: nearestMiss }) => (
        <div className={css.item}>
          <div className={layout.wrap[2]}>
            <DecisionTime decision={decision} now={now} />
            <ShowOnChart decision={decision} />
          </div>
          <TraceSummary trace={trace} nearestMiss={nearestMiss} />
          <TraceSteps trace={trace} />
        </div>
      )}
    </AsyncContent>
  )
}

interface SectionsProps {
  readonly strategy: Strategy
  /** Its decisions only; undefined for all. */
  readonly versionNumber?: number
}

/** What it decided and why comes first, that of the address before all, ids and dates last. */
function Sections({ strategy, versionNumber }: SectionsProps) {
  const { decision } = useTradingContext().address.search
  const { id, signal_sources: sources, confluence_rules: rules } = strategy
  return (
    <div className={layout.stack[6]}>
      <Standing strategy={strategy} />
      <StrategySources value={sources}>
        {decision === undefined ? null : (
          <Section title="Decision from the Chart">
            <LinkedDecision strategyId={id} decisionId={decision} />
          </Section>
        )}
        <Section title="Latest Decision" help={<Help of="Latest Decision" topic="decision" />}>
          <LatestDecision id={id} versionNumber={versionNumber} />
        </Section>
        {versionNumber === undefined ? (
          <div className={css.columns}>
            <LiveMetrics strategy={strategy} />
          </div>
        ) : null}
        <Section title="Past Decisions">
          <PastDecisions id={id} versionNumber={versionNumber} />
        </Section>
      </StrategySources>
      <div className={css.columns}>
        <RuleList rules={rules} sources={sources} />
        <SourceList sources={sources} />
      </div>
      <div className={css.columns}>
        <RiskParameters risk={strategy.risk_parameters} />
        <BasicInformation strategy={strategy} />
      </div>
    </div>
  )
}

/** The strategy as it was in an earlier version. */
const asOf = (strategy: Strategy, { version_number, created_at, definition }: VersionDetails): Strategy => ({
  ...strategy,
  ...definition,
  id: strategy.id,
  version: strategy.version,
  status: strategy.status,
  version_number,
  updated_at: created_at,
})

function EarlierVersion({ strategy, versionNumber }: Required<SectionsProps>) {
  const { feeds, address } = useTradingContext()
  const { id, version_number: present } = strategy
  const data = useRemoteData(useMemo(() => feeds.version(id, versionNumber), [feeds, id, versionNumber]))
  return (
    <AsyncContent data={data} loading={<Loading>Loading version...</Loading>} failed="Failed to load the version">
      {(version) => (
        <div className={layout.stack[4]}>
          <Alert
            tone="info"
            title={`${versionName(versionNumber)} of ${present}`}
            action={
              <Button size="small" onClick={() => address.show({})}>
                Show {versionName(present)}
              </Button>
            }
          >
            Saved {formatExact(toMillis(version.created_at))}. Below are its settings and the decisions it made.
          </Alert>
          <Sections strategy={asOf(strategy, version)} versionNumber={versionNumber} />
        </div>
      )}
    </AsyncContent>
  )
}

/** The present version of a strategy with all decisions, or the earlier one that the address names, with its own. */
export function Overview({ strategy }: { readonly strategy: Strategy }) {
  const { version } = useTradingContext().address.search
  if (version === undefined || version >= strategy.version_number) return <Sections strategy={strategy} />
  return <EarlierVersion key={version} strategy={strategy} versionNumber={version} />
}
