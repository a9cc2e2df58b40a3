import type { Scoring } from '#contract/models/model.ts'
import type { Performance } from '#contract/models/performance.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { emptyTally, hitRateOf, type Tally } from './outcome.ts'

/** A model's sums as they go out. */
export function performanceOf(
  modelId: string,
  {
    market,
    scoring,
    tally,
  }: { readonly market: MarketKind; readonly scoring: Scoring; readonly tally: Tally | undefined },
): Performance {
  const sums = tally ?? emptyTally(0)
  const { inferences } = sums
  return {
    model_id: modelId,
    market,
    scoring,
    since: tally ? new Date(tally.since).toISOString() : null,
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
