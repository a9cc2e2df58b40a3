import type { Change } from '#contract/strategies/trace.ts'
import type { Evidence, SourceEvidence } from './evidence.ts'

function changed(source: SourceEvidence, evidence: Evidence, changes: readonly Change[]): SourceEvidence {
  const change = changes.find((each) => each.kind === 'signal' && each.source_id === source.source_id)
  if (change?.kind !== 'signal') return source
  const { value, confidence, age_seconds } = change
  return { ...source, value, confidence, age_seconds, as_of: evidence.decided_at - age_seconds * 1000 }
}

/** [SG-51] The evidence with the changes applied. */
export function applyChanges(evidence: Evidence, changes: readonly Change[]): Evidence {
  const { risk } = evidence
  const rest = changes.find(({ kind }) => kind === 'cooldown')
  const daily = changes.find(({ kind }) => kind === 'daily_trades')
  return {
    ...evidence,
    sources: evidence.sources.map((source) => changed(source, evidence, changes)),
    risk: {
      ...risk,
      ...(rest?.kind === 'cooldown' && {
        signal_cooldown_minutes: { ...risk.signal_cooldown_minutes, reached: rest.minutes },
      }),
      ...(daily?.kind === 'daily_trades' && { max_daily_trades: { ...risk.max_daily_trades, reached: daily.trades } }),
    },
  }
}
