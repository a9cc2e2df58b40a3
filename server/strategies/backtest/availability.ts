import type { Availability } from '#contract/strategies/availability.ts'
import type { Discard } from '#contract/strategies/trace.ts'
import { collectEvidence, type PreparedSource } from '../evaluator/collect-evidence.ts'
import { advance } from '../evaluator/market-state.ts'
import { traceSource } from '../evaluator/sources.ts'
import type { SignalHistory } from './signal-history.ts'
import type { Yielder } from '#server/lib/yielder.ts'

const MINUTES_PER_HOUR = 60

/** [SG-85] How much of the time from `from` to `until` (unix ms) each source could be used. */
export async function availabilityOf(
  sources: readonly PreparedSource[],
  history: SignalHistory,
  range: { readonly from: number; readonly until: number },
  yielder: Yielder,
): Promise<Availability> {
  const counts = sources.map(({ source }) => ({
    source_id: source.id,
    voted: 0,
    excluded: { no_signal: 0, too_old: 0, low_confidence: 0 } satisfies Record<Discard, number>,
  }))
  let market = history.baseState()
  let minutes = 0
  for (const { update, decides } of history.entries()) {
    if (update.at > range.until) break
    market = advance(market, update)
    if (!decides || update.at <= range.from) continue
    minutes += 1
    sources.forEach((prepared, index) => {
      const count = counts[index]
      if (!count) return
      const { discarded, vote } = traceSource(collectEvidence(prepared, market, update.at))
      if (discarded !== null) count.excluded[discarded] += 1
      else if (vote !== 'HOLD') count.voted += 1
    })
    await yielder.yieldIfDue()
  }
  if (minutes === 0) return { hours_covered: 0, sources: [] }
  return {
    hours_covered: minutes / MINUTES_PER_HOUR,
    sources: counts.map(({ source_id, voted, excluded: { no_signal, too_old, low_confidence } }) => ({
      source_id,
      counted: 1 - (no_signal + too_old + low_confidence) / minutes,
      voted: voted / minutes,
      excluded: {
        no_signal: no_signal / minutes,
        too_old: too_old / minutes,
        low_confidence: low_confidence / minutes,
      },
    })),
  }
}
