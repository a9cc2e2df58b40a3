import { useContext } from 'react'
import { secondsText } from '#contract/seconds-text.ts'
import type { SignalSource } from '#contract/strategies/definition.ts'
import {
  type NearestMiss,
  overdueSeconds,
  type Trace,
  type TracedRule,
  type TracedSource,
} from '#contract/strategies/trace.ts'
import { BLOCK_TEXTS, shortfallText } from '#contract/strategies/why-texts.ts'
import { useRecords } from '#src/app/services.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { formatNumber, formatPercent, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { operatorName } from '../names.ts'
import { NO_RECORD, sourceRecord } from '../source-records.ts'
import * as css from './why.css.ts'
import { MEANINGS } from '#src/features/trading/texts.ts'
import { StrategySources } from './risk.ts'

const seconds = (value: number | null): string => (value === null ? NOT_AVAILABLE : secondsText(value))

/** A signed signal value: positive for BUY, e.g. +0.72. */
const valueText = (value: number | null): string =>
  value === null ? NOT_AVAILABLE : `${value > 0 ? '+' : ''}${formatNumber(value, 2)}`

/** The age of a signal, and for how long the next one has been due. */
const ageText = (source: TracedSource): string =>
  (overdueSeconds(source) ?? 0) > 0 && source.cadence_seconds > 0
    ? `${seconds(source.age_seconds)}, ${seconds(overdueSeconds(source))} overdue`
    : seconds(source.age_seconds)

type Exclusion = TracedRule['inputs'][number]['excluded']

/** Whether a rule included a source, or why it was excluded, with the limit it missed. */
function outcomeText(source: TracedSource, excluded: Exclusion, rule: TracedRule): string {
  const { needed } = source
  switch (excluded) {
    case 'no_signal':
      return 'Excluded: no signal yet'
    case 'too_old':
      return `Excluded: the next was ${seconds(overdueSeconds(source))} overdue, maximum ${seconds(needed.max_age_seconds)}`
    case 'low_confidence':
      return `Excluded: confidence ${formatPercent(source.confidence)} is below the required ${formatPercent(needed.min_confidence)}`
    case 'time_spread':
      return `Excluded: overdue for over ${seconds(rule.needed.max_time_spread_seconds)} more than the newest`
    case null:
      return source.vote === 'HOLD' ? `Included as HOLD: below ${thresholdText(source)}` : 'Included'
  }
}

function thresholdText({ value, needed }: TracedSource): string {
  return formatPercent((value ?? 0) < 0 ? needed.threshold_sell : needed.threshold_buy)
}

/** Required average of a weighted_average rule, signed: the thresholds of its included sources by weight and confidence. */
function neededAverage({ inputs, side }: TracedRule, sources: readonly TracedSource[]): number | null {
  const counted = inputs.flatMap(({ source_id: id, excluded }) =>
    excluded === null ? sources.filter((source) => source.source_id === id) : [],
  )
  const weightedVote = ({ weight, confidence }: TracedSource) => weight * (confidence ?? 0)
  const totalVote = counted.reduce((sum, source) => sum + weightedVote(source), 0)
  if (totalVote === 0) return null
  const limit = ({ needed }: TracedSource) => (side === 'SELL' ? -needed.threshold_sell : needed.threshold_buy)
  return counted.reduce((sum, source) => sum + weightedVote(source) * limit(source), 0) / totalVote
}

/** Required and reached values of a rule on the leading side. */
export function requirementsOf(rule: TracedRule, sources: readonly TracedSource[]) {
  const { needed, reached } = rule
  const average = {
    label: 'Average value',
    reached: valueText(reached.average),
    needed: valueText(neededAverage(rule, sources)),
  }
  return [
    ...(reached.average === null ? [] : [average]),
    {
      label: 'Sources on this side',
      reached: formatNumber(reached.sources),
      needed: formatNumber(needed.minimum_sources),
    },
    {
      label: 'Weight',
      reached: formatPercent(reached.total_weight),
      needed: formatPercent(needed.minimum_total_weight),
    },
    {
      label: 'Consensus',
      reached: formatPercent(reached.consensus),
      needed: formatPercent(needed.consensus_threshold),
    },
  ]
}

const minutes = (value: number | null): string => (value === null ? 'none yet' : `${formatNumber(value)} min`)

/** The gates after the rules; limits that are not set are omitted. */
function gatesOf({
  min_signal_strength: strength,
  signal_cooldown_minutes: cooldown,
  max_daily_trades: trades,
}: Trace['risk']) {
  return [
    {
      label: 'Signal strength',
      reached: formatPercent(strength.reached),
      needed: strength.needed === null ? undefined : formatPercent(strength.needed),
    },
    {
      label: 'Since the last BUY or SELL',
      reached: minutes(cooldown.reached),
      needed: cooldown.needed === null ? undefined : minutes(cooldown.needed),
    },
    {
      label: 'BUY and SELL decisions today',
      reached: formatNumber(trades.reached),
      needed: trades.needed === null ? undefined : `fewer than ${formatNumber(trades.needed)}`,
    },
  ].flatMap(({ needed, ...gate }) => (needed === undefined ? [] : [{ ...gate, needed }]))
}

const RECORD = { kind: 'record', says: 'Price had moved the signal’s way ten candles, or an hour, later.' } as const

interface Requirement {
  readonly label: string
  readonly reached: string
  readonly needed: string
}
const REQUIREMENT_COLUMNS: readonly Column<Requirement>[] = [
  { id: 'label', header: 'Criterion', cell: ({ label }) => label },
  { id: 'reached', header: 'Reached', cell: ({ reached }) => reached, numeric: true },
  { id: 'needed', header: 'Needed', cell: ({ needed }) => needed, numeric: true },
]

interface TracedInput {
  readonly source: TracedSource
  readonly outcome: string
}
const INPUT_COLUMNS: readonly Column<TracedInput>[] = [
  { id: 'name', header: 'Source', cell: ({ source }) => source.name },
  { id: 'value', header: 'Value', cell: ({ source }) => valueText(source.value), numeric: true },
  {
    id: 'confidence',
    header: 'Confidence',
    meaning: MEANINGS.source,
    cell: ({ source }) => formatPercent(source.confidence),
    numeric: true,
  },
  { id: 'age', header: 'Age', cell: ({ source }) => ageText(source), numeric: true },
  { id: 'weight', header: 'Weight', cell: ({ source }) => formatNumber(source.weight, 2), numeric: true },
  { id: 'vote', header: 'Vote', cell: ({ source }) => source.vote ?? '–' },
  { id: 'fate', header: 'Included?', meaning: MEANINGS.source, cell: ({ outcome }) => outcome },
]

function Rule({ rule, sources }: { readonly rule: TracedRule; readonly sources: readonly TracedSource[] }) {
  const isMet = rule.unmet.length === 0
  const inputs = rule.inputs.flatMap(({ source_id: id, excluded }) => {
    const source = sources.find((other) => other.source_id === id)
    return source === undefined ? [] : [{ source, outcome: outcomeText(source, excluded, rule) }]
  })
  return (
    <section className={layout.stack[2]} aria-label={`Rule ${rule.name}`}>
      <div className={layout.wrap[2]}>
        <h4 className={css.name}>{rule.name}</h4>
        <Badge tone={isMet ? 'success' : 'warning'}>{isMet ? `met for ${rule.side}` : 'not met'}</Badge>
        <span className={layout.muted}>
          {operatorName(rule.operator, rule.custom_function)} ·{' '}
          {rule.side === 'HOLD' ? 'no side leads' : `leading side ${rule.side}`}
        </span>
      </div>
      {isMet ? null : <p>Not met: {shortfallText(rule)}.</p>}
      <Table
        caption={`Requirements of ${rule.name}`}
        columns={REQUIREMENT_COLUMNS}
        rows={requirementsOf(rule, sources)}
        rowKey={({ label }) => label}
        empty="No requirements"
      />
      <Table
        caption={`Signals of ${rule.name}`}
        columns={INPUT_COLUMNS}
        rows={inputs}
        rowKey={({ source }) => source.source_id}
        empty="No sources"
        stacks
      />
    </section>
  )
}

/** How often the signals of each source came true. */
function SourceRecords({ sources }: { readonly sources: readonly SignalSource[] }) {
  const records = useRecords()
  if (!records.isLoaded || sources.length === 0) return null
  const shown = sources.map((source) => ({
    label: source.name,
    value: sourceRecord(source, records) ?? NO_RECORD,
    meaning: RECORD,
  }))
  return (
    <section className={layout.stack[2]} aria-label="Records of the sources">
      <h4 className={css.name}>Records of the sources</h4>
      <KeyValueList items={shown} />
    </section>
  )
}

interface TraceViewProps {
  readonly trace: Trace
  /** Present for a HOLD. */
  readonly nearestMiss: NearestMiss | null
}

/** What blocked a decision, and what would have changed it. */
export function TraceSummary({ trace, nearestMiss }: TraceViewProps) {
  return (
    <div className={css.trace}>
      {trace.blocked_by.length === 0 ? (
        <p>All rules were met and nothing blocked the decision.</p>
      ) : (
        <p>No BUY or SELL: {trace.blocked_by.map((block) => BLOCK_TEXTS[block]).join('; ')}.</p>
      )}
      {nearestMiss === null ? null : (
        <p className={css.nearestMiss} {...meaningProps(MEANINGS.decision)}>
          <strong>Nearest to {nearestMiss.toward}.</strong> {nearestMiss.sentence}
        </p>
      )}
    </div>
  )
}

/** Each rule of a decision with its signals, and the gates after the rules. */
export function TraceSteps({ trace }: Pick<TraceViewProps, 'trace'>) {
  const sources = useContext(StrategySources)
  return (
    <div className={css.trace}>
      {trace.rules.map((rule) => (
        <Rule key={rule.rule_id} rule={rule} sources={trace.sources} />
      ))}
      <SourceRecords sources={sources} />
      <section className={layout.stack[2]} aria-label="Gates after the rules">
        <h4 className={css.name}>After the rules</h4>
        <Table
          caption="Gates after the rules"
          columns={REQUIREMENT_COLUMNS}
          rows={gatesOf(trace.risk)}
          rowKey={({ label }) => label}
          empty="No limits are set"
        />
      </section>
    </div>
  )
}
