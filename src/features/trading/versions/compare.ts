import { secondsText } from '#contract/seconds-text.ts'
import { shortSourceName } from '#contract/strategies/catalogue.ts'
import type { ConfluenceRule, CustomStrategy, SignalSource } from '#contract/strategies/definition.ts'
import type { RiskParameters } from '#contract/strategies/risk.ts'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { riskItems } from '../detail/risk.ts'
import { operatorName } from '../names.ts'

/** What two versions are compared by. */
export type ComparableStrategy = Pick<
  CustomStrategy,
  'name' | 'description' | 'exchanges' | 'symbols' | 'signal_sources' | 'confluence_rules' | 'risk_parameters'
>

export type Change = 'same' | 'changed' | 'added' | 'removed'

/** A setting in both versions; undefined where a version does not have it. */
export interface ComparedSetting {
  readonly label: string
  readonly before: string | undefined
  readonly after: string | undefined
  readonly change: Change
}

/** The settings of the strategy itself, a source, a rule, or the risk. */
export interface ComparedGroup {
  readonly key: string
  readonly title: string
  readonly settings: readonly ComparedSetting[]
}

interface Group {
  readonly key: string
  readonly title: string
  /** Text by label, in the order to be shown. */
  readonly settings: ReadonlyMap<string, string>
}

const NONE = 'none'
const yesNo = (value: boolean): string => (value ? 'yes' : 'no')
const times = (value: number): string => formatNumber(value, 2)
const group = (key: string, title: string, settings: Readonly<Record<string, string>>): Group => ({
  key,
  title,
  settings: new Map(Object.entries(settings)),
})

const biasText = (bias: SignalSource['weight_config']['timeframe_bias']): string =>
  Object.entries(bias ?? {})
    .map(([timeframe, factor]) => `${timeframe.toUpperCase()} ${times(factor)}`)
    .join(', ') || NONE

function sourceSettings(source: SignalSource): Record<string, string> {
  const { weight_config: config } = source
  return {
    Name: shortSourceName(source.name),
    Timeframes: source.timeframe_filter?.map((each) => each.toUpperCase()).join(', ') || 'all',
    Weight: times(config.weight),
    'Weight by timeframe': biasText(config.timeframe_bias),
    'Weight by volume': yesNo(config.volume_weight),
    'Min confidence': formatPercent(config.min_confidence),
    'Confidence multiplier': times(config.confidence_multiplier),
    'Max time overdue': secondsText(config.max_age_seconds),
    'Votes BUY from': formatPercent(source.threshold_buy),
    'Votes SELL from': formatPercent(source.threshold_sell),
    Inverted: yesNo(source.invert_signal),
    Transformation: source.transformation?.replace('_', ' ') ?? NONE,
    Indicator: source.data_path?.replace('_', ' ') ?? 'all',
  }
}

/** By stream, since their ids may change when they are edited; a second source on a stream is a group of its own. */
function sourceGroups(sources: readonly SignalSource[]): Group[] {
  const streamOf = ({ stream_category, stream_subcategory }: SignalSource) => `${stream_category}/${stream_subcategory}`
  return sources.map((source, index) => {
    const stream = streamOf(source)
    const nth = sources.slice(0, index).filter((earlier) => streamOf(earlier) === stream).length
    return group(`source ${stream} ${nth}`, `Source: ${shortSourceName(source.name)}`, sourceSettings(source))
  })
}

function ruleGroup(rule: ConfluenceRule, sources: readonly SignalSource[]): Group {
  const nameOf = (id: string) => shortSourceName(sources.find((source) => source.id === id)?.name ?? id)
  return group(`rule ${rule.id}`, `Rule: ${rule.name}`, {
    Name: rule.name,
    Operator: operatorName(rule.operator, rule.custom_function),
    Sources: rule.source_ids.map(nameOf).join(', '),
    'Min sources': String(rule.minimum_sources),
    'Min weight %': formatPercent(rule.minimum_total_weight),
    'Consensus %': formatPercent(rule.consensus_threshold),
    'Max time spread': secondsText(rule.max_time_spread_seconds),
  })
}

function riskSettings(risk: RiskParameters): Record<string, string> {
  const { signal_cooldown_minutes: cooldown, max_daily_trades: trades } = risk
  return {
    ...Object.fromEntries(riskItems(risk).map(({ label, value }) => [label, value])),
    'Pause after BUY or SELL': (cooldown ?? null) === null ? NONE : `${cooldown} min`,
    'Max BUY and SELL a day': (trades ?? null) === null ? NONE : String(trades),
  }
}

/** In four parts, so that what one version lacks stays beside its like. */
function partsOf({ signal_sources: sources, confluence_rules: rules, ...rest }: ComparableStrategy): Group[][] {
  const { name, description, exchanges, symbols, risk_parameters: risk } = rest
  const own = {
    Name: name,
    Description: description,
    Exchanges: exchanges.join(', '),
    Pairs: symbols.map(formatSymbol).join(', '),
  }
  return [
    [group('strategy', 'Strategy', own)],
    sourceGroups(sources),
    rules.map((rule) => ruleGroup(rule, sources)),
    [group('risk', 'Risk', riskSettings(risk))],
  ]
}

function changeOf(before: string | undefined, after: string | undefined): Change {
  if (before === undefined) return 'added'
  if (after === undefined) return 'removed'
  return before === after ? 'same' : 'changed'
}

function compareGroups(before: Group | undefined, after: Group | undefined): readonly ComparedSetting[] {
  const labels = new Set([...(after?.settings.keys() ?? []), ...(before?.settings.keys() ?? [])])
  return [...labels].map((label) => {
    const texts = { before: before?.settings.get(label), after: after?.settings.get(label) }
    return { label, ...texts, change: changeOf(texts.before, texts.after) }
  })
}

/** All settings of two versions side by side, in the order of the later one. */
export function compareVersions(before: ComparableStrategy, after: ComparableStrategy): readonly ComparedGroup[] {
  const earlier = partsOf(before)
  return partsOf(after).flatMap((groups, part) => {
    const others = earlier[part] ?? []
    const keys = new Set([...groups, ...others].map(({ key }) => key))
    return [...keys].map((key) => {
      const [own, other] = [groups.find((each) => each.key === key), others.find((each) => each.key === key)]
      return { key, title: (own ?? other)?.title ?? key, settings: compareGroups(other, own) }
    })
  })
}

/** The groups with what differs only. */
export const onlyDifferences = (groups: readonly ComparedGroup[]): readonly ComparedGroup[] =>
  groups.flatMap(({ settings, ...rest }) => {
    const differing = settings.filter(({ change }) => change !== 'same')
    return differing.length === 0 ? [] : [{ ...rest, settings: differing }]
  })

/** 'Version 2' */
export const versionName = (versionNumber: number): string => `Version ${versionNumber}`
