import type { Scoring } from '#contract/models/model.ts'
import type { Performance } from '#contract/models/performance.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { emptyCounters, hitRateOf, type ScoreCounters } from './score-counters.ts'

/** A model's performance in the API format. */
export function performanceOf(
  modelId: string,
  {
    market,
    scoring,
    counters,
  }: { readonly market: MarketKind; readonly scoring: Scoring; readonly counters: ScoreCounters | undefined },
): Performance {
  const sums = counters ?? emptyCounters(0)
  const { inferences } = sums
  return {
    model_id: modelId,
    market,
    scoring,
    since: counters ? new Date(counters.since).toISOString() : null,
    buys: sums.buys,
    sells: sums.sells,
    holds: sums.holds,
    faults: sums.faults,
    unready: sums.unready,
    mean_latency_ms: inferences === 0 ? null : sums.latencySumMs / inferences,
    max_latency_ms: inferences === 0 ? null : sums.latencyMaxMs,
    outcome: hitRateOf(sums),
  }
}
