import { shortSourceName } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, SignalSource } from '#contract/strategies/definition.ts'
import type { RiskParameters as Risk } from '#contract/strategies/risk.ts'
import type { Strategy } from '#contract/strategies/responses.ts'
import { toMillis } from '#contract/time.ts'
import { useRecords } from '#src/app/services.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { NO_RECORD, sourceRecord } from '../source-records.ts'
import { PAUSE_REASONS, STATUS_TONES } from '../texts.ts'
import { operatorName, SOURCE_TYPE_NAMES } from '../names.ts'
import * as page from '../trading.css.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './detail.css.ts'
import { riskItems } from './risk.ts'
import { Section } from './Section.tsx'
import { versionName } from '#src/features/trading/versions/compare.ts'

/** The first version is named by its author. */
const versionText = ({ version, version_number: number }: Strategy): string => (number === 1 ? version : String(number))

/** Status, version and pairs in one line, and why the server paused it. */
export function Standing({ strategy }: { readonly strategy: Strategy }) {
  const { status, symbols, version_number: number, paused_because: reason } = strategy
  return (
    <div className={layout.stack[1]}>
      <p className={layout.wrap[2]}>
        <Badge tone={STATUS_TONES[status]} shape="pill">
          {status}
        </Badge>
        {strategy.archived_at === undefined ? null : <Badge>archived</Badge>}
        {strategy.shared_by === undefined ? null : <Badge tone="info">shared by {strategy.shared_by}, to read</Badge>}
        <span className={layout.quiet}>
          {versionName(number)} · {symbols.map(formatSymbol).join(' · ')}
        </span>
      </p>
      {reason && <p className={page.notice}>{PAUSE_REASONS[reason]}</p>}
    </div>
  )
}

export function BasicInformation({ strategy }: { readonly strategy: Strategy }) {
  const { id, exchanges, symbols, description } = strategy
  return (
    <Section title="Basic Information">
      {description.trim() === '' ? null : <p className={css.description}>{description}</p>}
      <KeyValueList
        items={[
          { label: 'Version', value: versionText(strategy) },
          { label: 'Exchanges', value: exchanges.join(', ') },
          { label: 'Symbols', value: symbols.map(formatSymbol).join(', ') },
          { label: 'ID', value: id, mono: true },
          { label: 'Created', value: formatExact(toMillis(strategy.created_at)) },
          { label: 'Updated', value: formatExact(toMillis(strategy.updated_at)) },
        ]}
      />
    </Section>
  )
}

/** How often the signals of a source came true; nothing until the records are there. */
function SourceRecord({ source }: { readonly source: SignalSource }) {
  const records = useRecords()
  return records.isLoaded ? <p className={layout.quiet}>Record: {sourceRecord(source, records) ?? NO_RECORD}</p> : null
}

export function SourceList({ sources }: { readonly sources: readonly SignalSource[] }) {
  return (
    <Section title="Signal Sources">
      <ul className={layout.stack[2]}>
        {sources.map((source) => (
          <li key={source.id} className={css.item}>
            <div className={layout.wrap[2]}>
              <span className={css.name}>{shortSourceName(source.name)}</span>
              <span className={css.end}>Weight {formatNumber(source.weight_config.weight, 2)}</span>
            </div>
            <p className={layout.quiet}>
              {SOURCE_TYPE_NAMES[source.source_type]} · {source.stream_category}/{source.stream_subcategory}
            </p>
            <p className={layout.quiet}>
              Timeframes: {source.timeframe_filter?.map((each) => each.toUpperCase()).join(', ') || 'all'}
            </p>
            <SourceRecord source={source} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

interface RuleListProps {
  readonly rules: readonly ConfluenceRule[]
  readonly sources: readonly SignalSource[]
}

export function RuleList({ rules, sources }: RuleListProps) {
  const nameOf = (id: string) => shortSourceName(sources.find((source) => source.id === id)?.name ?? id)
  return (
    <Section title="Confluence Rules">
      <ul className={layout.stack[2]}>
        {rules.map((rule) => (
          <li key={rule.id} className={css.item}>
            <div className={layout.wrap[2]}>
              <span className={css.name}>{rule.name}</span>
              <Badge tone="info">{operatorName(rule.operator, rule.custom_function)}</Badge>
            </div>
            <KeyValueList
              items={[
                { label: 'Min sources', value: String(rule.minimum_sources) },
                { label: 'Min weight %', value: formatPercent(rule.minimum_total_weight) },
                { label: 'Consensus %', value: formatPercent(rule.consensus_threshold) },
              ]}
            />
            <p className={layout.quiet} title={rule.source_ids.join('\n')}>
              Sources: {rule.source_ids.map(nameOf).join(', ')}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function RiskParameters({ risk }: { readonly risk: Risk }) {
  return (
    <Section title="Risk Parameters">
      <KeyValueList items={riskItems(risk)} />
    </Section>
  )
}
