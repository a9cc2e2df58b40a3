import * as z from 'zod/mini'
import type { StrategySignal } from '#contract/strategies/decisions.ts'
import { decide } from '../evaluator/decide.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { ReadDecision } from '../store/decisions.ts'
import { fromStored, storedEvidenceSchema } from '../store/evidence.ts'
import type { StoredStrategy } from '../store/rows.ts'
import { definitionsFor } from '../store/versions.ts'
import type { StrategyRoutesDeps } from './common.ts'

/** The new usable signals of a decision, as the strategy read them. */
function signalsAt(definition: CustomStrategy, row: ReadDecision): StrategySignal[] {
  const stored = z.parse(storedEvidenceSchema, row.evidence)
  const { trace } = decide(fromStored(definition, row.pair, row.decidedAt, stored))
  return trace.sources.flatMap((source, index) => {
    const { source_id, name, value, confidence, vote, timeframe, as_of } = source
    if (!stored.sources[index]?.new || value === null || confidence === null || vote === null || as_of === null)
      return []
    return [
      {
        source_id,
        source_name: name,
        symbol: row.pair,
        value,
        strength: Math.abs(value),
        confidence,
        vote,
        timeframe,
        timestamp: as_of,
      },
    ]
  })
}

/** The last `limit` signals of a strategy, newest first, from the evidence of its decisions. */
export async function signalsOf(
  { decisions, versions }: Pick<StrategyRoutesDeps, 'decisions' | 'versions'>,
  strategy: StoredStrategy,
  until: number,
  limit: number,
): Promise<StrategySignal[]> {
  // Every decision has at least one new entry and most have several, so this many nearly always contain enough signals.
  const rows = await decisions.recent(strategy.id, until, limit)
  const definitionOf = await definitionsFor(
    versions,
    strategy,
    rows.map(({ versionNumber }) => versionNumber),
  )
  const signals: StrategySignal[] = []
  for (const row of rows) {
    if (signals.length >= limit) break
    signals.push(...signalsAt(definitionOf(row.versionNumber), row))
  }
  return signals.slice(0, limit)
}
