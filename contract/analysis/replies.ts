import * as z from 'zod/mini'
import { provenanceSchema } from '../provenance.ts'
import { analysisTimeframeSchema, timeframeSchema } from '../timeframes.ts'
import { crossTimeframeSchema } from './cross-timeframe.ts'
import { divergenceAnalysisSchema } from './divergence.ts'
import { indicatorSnapshotSchema } from './indicators.ts'
import { levelSetSchema } from './levels.ts'
import { patternAnalysisSchema } from './patterns.ts'
import { signalListSchema } from './signals.ts'
import { marketStructureSchema } from './structure.ts'

/**
 * Reply of a market-data endpoint: `{success: true, data}`. `reason` says in words why there is nothing, or less than asked
 * for: a pair or timeframe that exists and of which nothing was published yet is no error.
 */
export const replySchema = <T extends z.ZodMiniType>(data: T) =>
  z.object({ success: z.literal(true), data, reason: z.optional(z.string()) })

/** Which entry of its stream a payload is: the same on the sockets, at the stream-proxy and here. */
export const placeSchema = z.object({ message_id: z.string(), provenance: provenanceSchema })
export type Place = z.infer<typeof placeSchema>

const place = placeSchema.shape

/** Of one indicator: the same snapshot, with the others left out. */
export const snapshotReplySchema = replySchema(z.nullable(z.extend(indicatorSnapshotSchema, place)))

/** Snapshots of closed candles, oldest first. */
export const snapshotHistoryReplySchema = replySchema(
  z.object({
    timeframe: timeframeSchema,
    trading_pair: z.string(),
    count: z.number(),
    indicators: z.array(z.extend(indicatorSnapshotSchema, place)),
  }),
)

export const levelsReplySchema = replySchema(z.nullable(z.extend(levelSetSchema, place)))
export const divergenceReplySchema = replySchema(z.nullable(z.extend(divergenceAnalysisSchema, place)))
export const patternsReplySchema = replySchema(z.nullable(z.extend(patternAnalysisSchema, place)))
export const crossTimeframeReplySchema = replySchema(z.nullable(z.extend(crossTimeframeSchema, place)))

/** Everything that is known of a pair; what was not published yet is null or absent. */
export const comprehensiveReplySchema = replySchema(
  z.object({
    trading_pair: z.string(),
    exchange: z.string(),
    indicators: z.partialRecord(analysisTimeframeSchema, z.extend(indicatorSnapshotSchema, place)),
    support_resistance: z.nullable(z.extend(levelSetSchema, place)),
    consolidated_patterns: z.nullable(z.extend(patternAnalysisSchema, place)),
    market_structure: z.nullable(z.extend(marketStructureSchema, place)),
    divergence: z.nullable(z.extend(divergenceAnalysisSchema, place)),
    cross_timeframe_analysis: z.nullable(z.extend(crossTimeframeSchema, place)),
  }),
)

/** Signals of one or several sources; `timestamp` is that of the newest, null when there is none. */
export const signalsReplySchema = replySchema(z.extend(signalListSchema, { timestamp: z.nullable(z.number()) }))

/** `is_scored` is false for models that are active but of a kind that gives no signals here. */
export const activeModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  trading_pair: z.string(),
  timeframe: timeframeSchema,
  is_scored: z.boolean(),
})
export type ActiveModel = z.infer<typeof activeModelSchema>
export const activeModelsReplySchema = replySchema(z.array(activeModelSchema))
