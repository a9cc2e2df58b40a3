import * as z from 'zod/mini'
import type { PairId } from '#contract/pairs.ts'
import { shortSourceName } from '#contract/strategies/catalogue.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import { streamTimeframeSchema } from '#contract/strategies/names.ts'
import type { Evidence } from '../evaluator/collect-evidence.ts'
import { prepare, type StepResult } from '../evaluator/evaluate.ts'

/** The stored part of one source, in the order of the strategy: its signal, and whether its entry was new. */
const storedSourceSchema = z.object({
  new: z.boolean(),
  message_id: z.nullable(z.string()),
  as_of: z.nullable(z.number()),
  /** Absent in decisions that measured age from `as_of` alone. */
  cadence_seconds: z.optional(z.number()),
  value: z.nullable(z.number()),
  confidence: z.nullable(z.number()),
  weight: z.number(),
  timeframe: z.nullable(streamTimeframeSchema),
})

/** Stored evidence: the market's part only. The strategy's part is in the version that decided, which never changes. */
export const storedEvidenceSchema = z.object({
  sources: z.array(storedSourceSchema),
  minutes_since_act: z.nullable(z.number()),
  acts_today: z.number(),
})
export type StoredEvidence = z.infer<typeof storedEvidenceSchema>

export const toStored = ({ trace, renewed }: StepResult): StoredEvidence => ({
  sources: trace.sources.map(
    ({ source_id, message_id, as_of, cadence_seconds, value, confidence, weight, timeframe }) => ({
      new: renewed.has(source_id),
      message_id,
      as_of,
      cadence_seconds,
      value,
      confidence,
      weight,
      timeframe,
    }),
  ),
  minutes_since_act: trace.risk.signal_cooldown_minutes.reached,
  acts_today: trace.risk.max_daily_trades.reached,
})

/** Restores the complete evidence from its stored part and the definition that decided. */
export function fromStored(parts: StrategyParts, pair: PairId, decidedAt: number, stored: StoredEvidence): Evidence {
  const { rules, risk } = prepare(parts, pair)
  return {
    decided_at: decidedAt,
    symbol: pair,
    sources: parts.signal_sources.flatMap((source, index) => {
      const storedSource = stored.sources[index]
      if (!storedSource) return []
      const { message_id, as_of, cadence_seconds = 0, value, confidence, weight, timeframe } = storedSource
      return {
        source_id: source.id,
        name: shortSourceName(source.name),
        message_id,
        as_of,
        age_seconds: as_of === null ? null : Math.max(0, (decidedAt - as_of) / 1000),
        cadence_seconds,
        value,
        confidence,
        weight,
        timeframe,
        needed: {
          threshold_buy: source.threshold_buy,
          threshold_sell: source.threshold_sell,
          min_confidence: source.weight_config.min_confidence,
          max_age_seconds: source.weight_config.max_age_seconds,
        },
      }
    }),
    rules,
    risk: {
      min_signal_strength: { needed: risk.min_signal_strength ?? null },
      signal_cooldown_minutes: { needed: risk.signal_cooldown_minutes ?? null, reached: stored.minutes_since_act },
      max_daily_trades: { needed: risk.max_daily_trades ?? null, reached: stored.acts_today },
    },
  }
}
