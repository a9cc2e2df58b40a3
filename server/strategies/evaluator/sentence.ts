import { secondsText } from '#contract/seconds-text.ts'
import type { Side } from '#contract/strategies/names.ts'
import { overdueSeconds, type Change } from '#contract/strategies/trace.ts'
import type { Evidence, SourceEvidence } from './collect-evidence.ts'
import { discardOf } from './sources.ts'

/** Number of signals described individually; the rest are counted. */
const MAX_NAMED = 3

const formatDecimal = (value: number): string => (Math.round(value * 100) / 100).toFixed(2)
const formatPercent = (value: number): string => `${Math.round(value * 100)} %`

/** The required strength, and the actual one. */
function describeStrength(value: number, was: number | null, side: Side): string {
  const now = was === null ? '' : ` (it was ${formatDecimal(side === 'BUY' ? was : -was)})`
  const asked = formatDecimal(Math.abs(value))
  return asked === '0.00' ? `nothing to say against ${side}${now}` : `a strength of ${asked} towards ${side}${now}`
}

/** What one source would have needed. */
function describeSignal(change: Extract<Change, { kind: 'signal' }>, source: SourceEvidence, side: Side): string {
  const { value, confidence, age_seconds: age, needed } = source
  const overdue = overdueSeconds(source)
  const parts: string[] = []
  if (change.value !== value) parts.push(describeStrength(change.value, value, side))
  if (change.confidence !== confidence) {
    const now = confidence === null ? '' : ` (it was ${formatPercent(confidence)})`
    parts.push(`a confidence of ${formatPercent(change.confidence)}${now}`)
  }
  if (discardOf(source) === 'no_signal') parts.push('a fresh signal (it had none)')
  else if (discardOf(source) === 'too_old' && overdue !== null) {
    parts.push(
      `a fresh signal (its next was ${secondsText(overdue)} overdue, at most ${secondsText(needed.max_age_seconds)} is allowed)`,
    )
  } else if (change.age_seconds !== age && age !== null) parts.push(`a newer signal (it was ${secondsText(age)} old)`)
  return `"${source.name}" needed ${parts.join(' and ')}`
}

function describeChange(change: Change, evidence: Evidence, side: Side): string {
  const { signal_cooldown_minutes: rest, max_daily_trades: daily } = evidence.risk
  switch (change.kind) {
    case 'cooldown':
      return `the last decision had to be ${change.minutes} min ago (it was ${Math.floor(rest.reached ?? 0)} min)`
    case 'daily_trades':
      return `fewer than ${daily.needed ?? 0} decisions had to be made that day (there were ${daily.reached})`
    case 'signal': {
      const source = evidence.sources.find(({ source_id }) => source_id === change.source_id)
      return source ? describeSignal(change, source, side) : ''
    }
  }
}

/** Describes the changes of a nearest miss in one sentence. */
export function sentenceOf(evidence: Evidence, side: Side, changes: readonly Change[]): string {
  const named = changes.slice(0, MAX_NAMED).map((change) => describeChange(change, evidence, side))
  const more = changes.length - named.length
  const rest = more > 0 ? [`${more} more ${more === 1 ? 'signal' : 'signals'} had to change as well`] : []
  return `For a ${side} ${[...named, ...rest].join(', and ')}.`
}
