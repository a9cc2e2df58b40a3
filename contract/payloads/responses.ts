import * as z from 'zod/mini'
import { provenanceSchema } from '../provenance.ts'
import { responseSchema } from '../response.ts'
import { analysisTimeframeSchema, timeframeSchema } from '../timeframes.ts'
import { crossTimeframeSchema } from './cross-timeframe.ts'
import { divergenceAnalysisSchema } from './divergence.ts'
import { indicatorSnapshotSchema } from './indicators.ts'
import { levelSetSchema } from './levels.ts'
import { patternAnalysisSchema } from './patterns.ts'
import { signalListSchema } from './signals.ts'
import { marketStructureSchema } from './structure.ts'

/** Identifies a payload's stream entry, equally on the sockets, in the stream proxy and here. */
export const entryRefSchema = z.object({ message_id: z.string(), provenance: provenanceSchema })
export type EntryRef = z.infer<typeof entryRefSchema>

const entryRef = entryRefSchema.shape

/** The latest snapshot; a request for one indicator gets the snapshot without the others. */
export const snapshotResponseSchema = responseSchema(z.nullable(z.extend(indicatorSnapshotSchema, entryRef)))

/** Snapshots of closed candles, oldest first. */
export const snapshotHistoryResponseSchema = responseSchema(
  z.object({
    timeframe: timeframeSchema,
    trading_pair: z.string(),
    count: z.number(),
    indicators: z.array(z.extend(indicatorSnapshotSchema, entryRef)),
  }),
)

export const levelsResponseSchema = responseSchema(z.nullable(z.extend(levelSetSchema, entryRef)))
export const divergenceResponseSchema = responseSchema(z.nullable(z.extend(divergenceAnalysisSchema, entryRef)))
export const patternsResponseSchema = responseSchema(z.nullable(z.extend(patternAnalysisSchema, entryRef)))
export const crossTimeframeResponseSchema = responseSchema(z.nullable(z.extend(crossTimeframeSchema, entryRef)))

/** All analyses of a pair; those not published yet are null or absent. */
export const comprehensiveResponseSchema = responseSchema(
  z.object({
    trading_pair: z.string(),
    exchange: z.string(),
    indicators: z.partialRecord(analysisTimeframeSchema, z.extend(indicatorSnapshotSchema, entryRef)),
    support_resistance: z.nullable(z.extend(levelSetSchema, entryRef)),
    consolidated_patterns: z.nullable(z.extend(patternAnalysisSchema, entryRef)),
    market_structure: z.nullable(z.extend(marketStructureSchema, entryRef)),
    divergence: z.nullable(z.extend(divergenceAnalysisSchema, entryRef)),
    cross_timeframe_analysis: z.nullable(z.extend(crossTimeframeSchema, entryRef)),
  }),
)

/** Signals of one or several sources; `timestamp` is that of the newest, or null without signals. */
export const signalsResponseSchema = responseSchema(z.extend(signalListSchema, { timestamp: z.nullable(z.number()) }))

/** `is_scored` is false for active models of a kind that produces no signals here. */
export const activeModelSchema = z.object({
  id: z.string(),
  name: z.string(),
  trading_pair: z.string(),
  timeframe: timeframeSchema,
  is_scored: z.boolean(),
})
export type ActiveModel = z.infer<typeof activeModelSchema>
export const activeModelsResponseSchema = responseSchema(z.array(activeModelSchema))
