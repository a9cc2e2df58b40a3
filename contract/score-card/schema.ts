import * as z from 'zod/mini'
import { scoreSchema } from '../payloads/fields.ts'
import { PAIR_IDS } from '../pairs.ts'
import { MARKET_KINDS } from '../provenance.ts'
import { responseSchema } from '../response.ts'
import { ANALYSIS_TIMEFRAMES } from '../timeframes.ts'

/**
 * What is scored. Each published one is a case that ends by a fixed rule (docs/rules/score-card.md):
 *
 * - `level`: the price turned at it.
 * - `pattern`: the price had moved its way ten candles of its timeframe later.
 * - `regime`: the market phase was the same an hour later.
 * - `break`: the price had moved the way of a structure break ten candles later. It claims no probability.
 */
export const SCORE_KINDS = ['level', 'pattern', 'regime', 'break'] as const
export const scoreKindSchema = z.enum(SCORE_KINDS)
export type ScoreKind = z.infer<typeof scoreKindSchema>

const countSchema = z.number().check(z.int(), z.nonnegative())

/** How many cases held. `claimed`: mean of the published probabilities. `chance`: share that would have without knowing. */
const counts = {
  held: countSchema,
  count: countSchema,
  claimed: z.nullable(scoreSchema),
  chance: z.nullable(scoreSchema),
}
export const caseScoreSchema = z.object(counts)
export type CaseScore = z.infer<typeof caseScoreSchema>

/** The score of one pair, timeframe, class or month. */
export const namedScoreSchema = z.object({ name: z.string(), ...counts })
export type NamedScore = z.infer<typeof namedScoreSchema>

/** Cases of about the same claim: its mean, and how many held. */
export const reliabilityBinSchema = z.object({ claimed: scoreSchema, held: countSchema, count: countSchema })
export type ReliabilityBin = z.infer<typeof reliabilityBinSchema>

export const kindScoreSchema = z.object({
  kind: scoreKindSchema,
  total: caseScoreSchema,
  /** By rising claim; empty without claims. */
  reliability: z.array(reliabilityBinSchema),
  pairs: z.array(namedScoreSchema),
  /** Finest first; levels belong to none. */
  timeframes: z.array(namedScoreSchema),
  /** Strengths, patterns with their stage, phases, types of breaks. */
  classes: z.array(namedScoreSchema),
  /** Newest first, such as 2026-11. */
  months: z.array(namedScoreSchema),
})
export type KindScore = z.infer<typeof kindScoreSchema>

/** live: as published by this server. past: counted from the candle library. */
export const SCORE_SOURCES = ['live', 'past'] as const
export const scoreSourceSchema = z.enum(SCORE_SOURCES)
export type ScoreSource = z.infer<typeof scoreSourceSchema>

/** Which cases are asked for; all of what is absent. */
export const scoreQuerySchema = z.object({
  source: z.optional(scoreSourceSchema),
  pair: z.optional(z.enum(PAIR_IDS)),
  timeframe: z.optional(z.enum(ANALYSIS_TIMEFRAMES)),
  class: z.optional(z.string().check(z.maxLength(60))),
  month: z.optional(z.string().check(z.regex(/^\d{4}-\d{2}$/))),
})
export type ScoreQuery = z.infer<typeof scoreQuerySchema>

export const scoreCardSchema = z.object({
  /** One of each kind, in their order. */
  kinds: z.array(kindScoreSchema),
  /** What can be asked for. */
  pairs: z.array(z.enum(PAIR_IDS)),
  months: z.array(z.string()),
  /** The market of the live cases. */
  market: z.enum(MARKET_KINDS),
  /** Months of the candle library: counted, still to be, and the sources of their candles, of which a month has one. */
  past: z.object({ counted: countSchema, waiting: countSchema, sources: z._default(z.array(z.string()), []) }),
})
export type ScoreCard = z.infer<typeof scoreCardSchema>

export const scoreCardResponseSchema = responseSchema(scoreCardSchema)
