import * as z from 'zod/mini'
import { analysisTimeframeSchema } from '#contract/timeframes.ts'

/** Of a class, with the probability that was published for it. Times are unix seconds. */
const claim = { key: z.string(), class: z.string(), claimed: z.number(), openedAt: z.number() }

/** [SC-1] A level, or the price as far away on the other side that stands for random ones. */
export const levelCaseSchema = z.object({
  kind: z.literal('level'),
  ...claim,
  isRandom: z.boolean(),
  price: z.number(),
  role: z.enum(['support', 'resistance']),
  /** The minute that reached it, and how far the price must move from it, in the quote currency. */
  touch: z.nullable(z.object({ at: z.number(), distance: z.number() })),
})
export type LevelCase = z.infer<typeof levelCaseSchema>

/** [SC-2] A direction that is judged ten candles later: that of a pattern or, without a claim, of a structure break. */
export const moveCaseSchema = z.object({
  kind: z.enum(['pattern', 'break']),
  ...claim,
  claimed: z.nullable(z.number()),
  timeframe: analysisTimeframeSchema,
  isUp: z.boolean(),
  /** Close of the newest candle when it was published. */
  from: z.number(),
  /** Number of the candle that closes it, counted from the follower's first. */
  due: z.number(),
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
