import type { Side } from '#contract/strategies/names.ts'
import type { Change } from '#contract/strategies/trace.ts'
import type { Evidence, SourceEvidence } from './evidence.ts'
import { discardOf } from './sources.ts'

/** Signals that are named one by one; the rest are counted. */
const NAMED = 3

const share = (figure: number): string => (Math.round(figure * 100) / 100).toFixed(2)
const percent = (figure: number): string => `${Math.round(figure * 100)} %`

function ageWords({ age_seconds: age, needed }: SourceEvidence): string {
  return age === null
    ? 'it has said nothing yet'
    : `${Math.round(age)} s old, at most ${needed.max_age_seconds} s count`
}

/** What one source would have to say. */
function signalWords(change: Extract<Change, { kind: 'signal' }>, source: SourceEvidence, side: Side): string {
  const discard = discardOf(source)
  const isSilent = discard === 'no_signal' || discard === 'too_old'
  const was = source.value ?? 0
  const parts: string[] = []
  const sign = side === 'BUY' ? 1 : -1
  if (isSilent || change.value !== was) {
    const now = isSilent ? '' : ` (it was ${share(sign * was)})`
    const asked = share(Math.abs(change.value))
    parts.push(
      asked === '0.00' ? `nothing to say against ${side}${now}` : `a strength of ${asked} towards ${side}${now}`,
    )
  }
  if (isSilent || change.confidence !== source.confidence) {
    const now = isSilent || source.confidence === null ? '' : ` (it was ${percent(source.confidence)})`
    parts.push(`a confidence of ${percent(change.confidence)}${now}`)
  }
  if (isSilent) parts.push(`a fresh signal (${discard === 'no_signal' ? 'it has said nothing' : ageWords(source)})`)
  else if (change.age_seconds !== source.age_seconds) {
    parts.push(`a newer signal (it was ${Math.round(source.age_seconds ?? 0)} s old)`)
  }
  return `"${source.name}" needed ${parts.join(' and ')}`
}

function changeWords(change: Change, evidence: Evidence, side: Side): string {
  const { signal_cooldown_minutes: rest, max_daily_trades: daily } = evidence.risk
  switch (change.kind) {
    case 'cooldown':
      return `the last decision had to be ${change.minutes} min ago (it was ${Math.floor(rest.reached ?? 0)} min)`
    case 'daily_trades':
      return `fewer than ${daily.needed ?? 0} decisions had to be made that day (there were ${daily.reached})`
    case 'signal': {
      const source = evidence.sources.find(({ source_id }) => source_id === change.source_id)
      return source ? signalWords(change, source, side) : ''
    }
  }
}

/** The changes of a nearest miss in one sentence. */
export function sentenceOf(evidence: Evidence, side: Side, changes: readonly Change[]): string {
  const words = changes.slice(0, NAMED).map((change) => changeWords(change, evidence, side))
  const more = changes.length - words.length
  const rest = more > 0 ? [`${more} more ${more === 1 ? 'signal' : 'signals'} had to change alike`] : []
  return `For a ${side} ${[...words, ...rest].join(', and ')}.`
}
