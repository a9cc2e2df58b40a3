import { BLOCK_TEXTS, shortfallText } from '#contract/strategies/why-texts.ts'
import { useContext } from 'react'
import type { NearestMiss, Trace, TracedRule, TracedSource } from '#contract/strategies/trace.ts'
import type { SignalSource } from '#contract/strategies/definition.ts'
import { useRecords } from '#src/app/services.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { meaningProps } from '#src/ui/data/meaning.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { MEANINGS } from '../meanings.ts'
import { NO_RECORD, sourceRecord } from '../source-records.ts'
import { StrategySources } from './strategy-sources.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { operatorName } from '../names.ts'
import * as css from './why.css.ts'
import { ageText, outcomeText, gatesOf, requirementsOf, valueText } from './why-texts.ts'

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
