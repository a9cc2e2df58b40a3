import type { Side } from '#contract/strategies/names.ts'
import type { Change } from '#contract/strategies/trace.ts'
import type { Evidence, SourceEvidence } from './evidence.ts'
import { discardOf } from './sources.ts'

/** Signals that are named one by one; the rest are counted. */
const NAMED = 3

const share = (figure: number): string => (Math.round(figure * 100) / 100).toFixed(2)
const percent = (figure: number): string => `${Math.round(figure * 100)} %`

/** The strength that a source needed, and the one it had. */
function strengthWords(value: number, was: number | null, side: Side): string {
  const now = was === null ? '' : ` (it was ${share(side === 'BUY' ? was : -was)})`
  const asked = share(Math.abs(value))
  return asked === '0.00' ? `nothing to say against ${side}${now}` : `a strength of ${asked} towards ${side}${now}`
}

/** What one source would have to say. */
function signalWords(change: Extract<Change, { kind: 'signal' }>, source: SourceEvidence, side: Side): string {
  const { value, confidence, age_seconds: age, needed } = source
  const parts: string[] = []
  if (change.value !== value) parts.push(strengthWords(change.value, value, side))
  if (change.confidence !== confidence) {
    const now = confidence === null ? '' : ` (it was ${percent(confidence)})`
    parts.push(`a confidence of ${percent(change.confidence)}${now}`)
  }
  if (discardOf(source) === 'no_signal') parts.push('a fresh signal (it has said nothing)')
  else if (discardOf(source) === 'too_old' && age !== null) {
    parts.push(`a fresh signal (${Math.round(age)} s old, at most ${needed.max_age_seconds} s count)`)
  } else if (change.age_seconds !== age && age !== null) parts.push(`a newer signal (it was ${Math.round(age)} s old)`)
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
