import { indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import { levelSetSchema } from '#contract/payloads/levels.ts'
import { patternAnalysisSchema } from '#contract/payloads/patterns.ts'
import {
  analysisKey,
  CANDLE_CATEGORY,
  candleKey,
  indicatorKey,
  type AnalysisPayload,
} from '#contract/payloads/streams.ts'
import { processedCandleSchema } from '#contract/payloads/processed-candles.ts'
import { marketStructureSchema } from '#contract/payloads/structure.ts'
import type { PairId } from '#contract/pairs.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import type { StreamUpdate, UpdateEntry } from '#server/strategies/ports.ts'

function payloadOf(pair: PairId, { key, data }: UpdateEntry): AnalysisPayload | undefined {
  if (parseStreamKey(key).category === CANDLE_CATEGORY) return processedCandleSchema.parse(data)
  switch (key) {
    case indicatorKey(pair, 'H1'):
      return indicatorSnapshotSchema.parse(data)
    case analysisKey(pair, 'support_resistance'):
      return levelSetSchema.parse(data)
    case analysisKey(pair, 'consolidated_patterns'):
      return patternAnalysisSchema.parse(data)
    case analysisKey(pair, 'market_structure'):
      return marketStructureSchema.parse(data)
    default:
      return undefined
  }
}

/** The payloads of an update that are scored, in their order. Throws if one does not match the schema of its stream. */
export const scoredPayloads = ({ pair, entries }: StreamUpdate): readonly AnalysisPayload[] =>
  entries.flatMap((entry) => payloadOf(pair, entry) ?? [])

/** True for the update of a minute's analysis; models and others publish their own. */
export const isAnalysis = ({ pair, entries }: StreamUpdate): boolean =>
  entries.some(({ key }) => key === candleKey(pair, 'M1'))
