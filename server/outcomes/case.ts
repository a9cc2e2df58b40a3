import * as z from 'zod/mini'
import { SCORE_KINDS } from '#contract/score-card/schema.ts'
import { analysisTimeframeSchema } from '#contract/timeframes.ts'
import { holdDefinitionSchema } from './hold.ts'

/**
 * Claims about a level, besides `level` itself: that one holds which the price is near already, that a zone holds, a level is
 * reached, a class holds under another definition.
 */
const LEVEL_KINDS = ['level', 'near', 'zone', 'reach', 'rise'] as const
/** Directions that are judged ten candles later. */
const MOVE_KINDS = ['pattern', 'pattern_confidence', 'divergence', 'indicators', 'break'] as const
/** Directions that are judged an hour later. */
export const HOURLY_KINDS = ['pattern_bias', 'cross_timeframe', 'trend', 'level_position'] as const

/** Everything that can be followed: the kinds of the score-card, and what is counted on recorded candles only. */
export const CASE_KINDS = [...new Set([...SCORE_KINDS, ...LEVEL_KINDS, ...MOVE_KINDS, ...HOURLY_KINDS])] as const
export type CaseKind = (typeof CASE_KINDS)[number]

export const isLevelKind = (kind: CaseKind): boolean => LEVEL_KINDS.some((each) => each === kind)

/** Of a class, with the probability that was published for it. Times are unix seconds. */
const claim = { key: z.string(), class: z.string(), claimed: z.number(), openedAt: z.number() }

/** [SC-1] A level, or the price as far away on the other side, which tells what chance reaches. */
export const levelCaseSchema = z.object({
  kind: z.enum(LEVEL_KINDS),
  ...claim,
  isMirrored: z.boolean(),
  price: z.number(),
  role: z.enum(['support', 'resistance']),
  holds: holdDefinitionSchema,
  /** The minute that reached it, and how far the price must move from it, in the quote currency. */
  touch: z.nullable(z.object({ at: z.number(), distance: z.number() })),
})
export type LevelCase = z.infer<typeof levelCaseSchema>

/** [SC-2] A direction that is judged some candles later; most claim no probability. */
export const moveCaseSchema = z.object({
  kind: z.enum([...MOVE_KINDS, ...HOURLY_KINDS]),
  ...claim,
  claimed: z.nullable(z.number()),
  /** Null for claims across timeframes. */
  timeframe: z.nullable(analysisTimeframeSchema),
  isUp: z.boolean(),
  /** Close of the newest candle when it was published. */
  from: z.number(),
  /** The candle that closes it, counted from the follower's first of that timeframe. */
  due: z.object({ timeframe: analysisTimeframeSchema, count: z.number() }),
})
export type MoveCase = z.infer<typeof moveCaseSchema>

/** [SC-3] A market phase that is said to last for an hour. */
export const regimeCaseSchema = z.object({
  kind: z.literal('regime'),
  ...claim,
  timeframe: analysisTimeframeSchema,
})
export type RegimeCase = z.infer<typeof regimeCaseSchema>

/** A case that is still open. `key` is unique within its pair. */
export const openCaseSchema = z.union([levelCaseSchema, moveCaseSchema, regimeCaseSchema])
export type OpenCase = z.infer<typeof openCaseSchema>
