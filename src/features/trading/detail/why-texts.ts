import { secondsText } from '#contract/seconds-text.ts'
import { overdueSeconds, type Trace, type TracedRule, type TracedSource } from '#contract/strategies/trace.ts'
import { formatNumber, formatPercent, NOT_AVAILABLE } from '#src/ui/format/number.ts'

const seconds = (value: number | null): string => (value === null ? NOT_AVAILABLE : secondsText(value))

/** A signed signal value: positive for BUY, e.g. +0.72. */
export const valueText = (value: number | null): string =>
  value === null ? NOT_AVAILABLE : `${value > 0 ? '+' : ''}${formatNumber(value, 2)}`

/** The age of a signal, and for how long the next one has been due. */
export const ageText = (source: TracedSource): string =>
  (overdueSeconds(source) ?? 0) > 0 && source.cadence_seconds > 0
    ? `${seconds(source.age_seconds)}, ${seconds(overdueSeconds(source))} overdue`
    : seconds(source.age_seconds)

type Exclusion = TracedRule['inputs'][number]['excluded']

/** Whether a rule included a source, or why it was excluded, with the limit it missed. */
export function outcomeText(source: TracedSource, excluded: Exclusion, rule: TracedRule): string {
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
export function gatesOf({
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
