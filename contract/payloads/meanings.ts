import * as z from 'zod/mini'
import { crossTimeframeSchema } from './cross-timeframe.ts'
import { divergenceAnalysisSchema } from './divergence.ts'
import { fieldMeanings, type FieldMeaning } from './fields.ts'
import { indicatorSnapshotSchema } from './indicators.ts'
import { levelSetSchema } from './levels.ts'
import { patternAnalysisSchema } from './patterns.ts'
import { CANDLE_CATEGORY, INDICATOR_CATEGORY, SIGNAL_CATEGORY, type AnalysisSubcategory } from './streams.ts'
import { processedCandleSchema } from './processed-candles.ts'
import { signalListSchema } from './signals.ts'
import { marketStructureSchema } from './structure.ts'

const BY_SUBCATEGORY: Readonly<Record<AnalysisSubcategory, z.ZodMiniType>> = {
  support_resistance: levelSetSchema,
  consolidated_patterns: patternAnalysisSchema,
  market_structure: marketStructureSchema,
  divergence: divergenceAnalysisSchema,
  cross_timeframe_analysis: crossTimeframeSchema,
}

/** The schemas of all payloads, by the category or subcategory of their streams. */
export const PAYLOADS: Readonly<Record<string, z.ZodMiniType>> = {
  ...BY_SUBCATEGORY,
  [INDICATOR_CATEGORY]: indicatorSnapshotSchema,
  [CANDLE_CATEGORY]: processedCandleSchema,
  [SIGNAL_CATEGORY]: signalListSchema,
}

/** Names that other servers use for the same payloads. */
const OTHER_NAMES = { pattern_analysis: patternAnalysisSchema, cross_timeframe_analysis_v2: crossTimeframeSchema }

const BY_NAME = new Map<string, z.ZodMiniType>([...Object.entries(PAYLOADS), ...Object.entries(OTHER_NAMES)])

/** The schema of a stream's payload; undefined for an unknown kind of stream. */
export const payloadSchemaOf = (category: string, subcategory: string): z.ZodMiniType | undefined =>
  BY_NAME.get(subcategory) ?? BY_NAME.get(category)

/** The schema of a value that may be missing. */
const presentOf = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodMiniOptional || schema instanceof z.ZodMiniNullable ? presentOf(schema.def.innerType) : schema

/** The schema of a value's part: of an item of a list, of a timeframe, or of a field. */
function partOf(schema: z.core.$ZodType, step: string | number): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodMiniArray) return schema.def.element
  if (schema instanceof z.ZodMiniRecord) return schema.def.valueType
  return schema instanceof z.ZodMiniObject && Object.hasOwn(schema.shape, step) ? schema.shape[step] : undefined
}

/**
 * What the value at a path of a payload says; names are fields or timeframes, numbers places in a list. Items and timeframes
 * without a meaning of their own have that of the field.
 */
export function meaningAt(payload: z.ZodMiniType, path: readonly (string | number)[]): FieldMeaning | undefined {
  let schema: z.core.$ZodType = payload
  let meaning: FieldMeaning | undefined
  for (const step of path) {
    const part = partOf(schema, step)
    if (part === undefined) return undefined
    schema = presentOf(part)
    meaning = fieldMeanings.get(schema) ?? meaning
  }
  return meaning
}
