import * as z from 'zod/mini'
import { crossTimeframeSchema } from '#contract/payloads/cross-timeframe.ts'
import { divergenceAnalysisSchema } from '#contract/payloads/divergence.ts'
import { indicatorSnapshotSchema } from '#contract/payloads/indicators.ts'
import { levelSetSchema } from '#contract/payloads/levels.ts'
import { patternAnalysisSchema } from '#contract/payloads/patterns.ts'
import { ANALYSIS_CATEGORY, CANDLE_CATEGORY, INDICATOR_CATEGORY, SIGNAL_CATEGORY } from '#contract/payloads/streams.ts'
import { processedCandleSchema, type ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import { signalListSchema } from '#contract/payloads/signals.ts'
import { marketStructureSchema } from '#contract/payloads/structure.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import type { StreamUpdate } from '../ports.ts'
import {
  extractCrossTimeframe,
  extractDivergence,
  extractPatterns,
  extractModelSignals,
  extractStructure,
  extractIndicators,
  extractLevels,
} from './extractors.ts'
import { toStreamSignal, type ExtractedSignal, type StreamSignal } from './stream-signal.ts'

/** An update of the streams, reduced to what strategies use. */
export interface SignalUpdate {
  /** Market time, unix ms. */
  readonly at: number
  /** Close of the newest minute; undefined if the update has none. */
  readonly price: number | undefined
  /** Traded volume relative to the usual volume; undefined if the update has none. */
  readonly volumeRatio: number | undefined
  /** By stream key. */
  readonly signals: ReadonlyMap<string, StreamSignal>
  /** Keys of streams whose entry could not be parsed. */
  readonly unreadable: readonly string[]
}

/** What strategies use of an entry. */
interface Extracted {
  readonly signal: ExtractedSignal
  readonly volumeRatio?: number | undefined
}

const parseAndExtract = <T>(
  schema: z.ZodMiniType<T>,
  data: unknown,
  extract: (payload: T) => ExtractedSignal,
): Extracted => ({ signal: extract(z.parse(schema, data)) })

/** The signal of an entry; undefined for a stream without a direction. */
function extractEntry(key: string, data: unknown, price: number | undefined): Extracted | undefined {
  const { category, subcategory } = parseStreamKey(key)
  if (category === INDICATOR_CATEGORY) return parseAndExtract(indicatorSnapshotSchema, data, extractIndicators)
  if (category === SIGNAL_CATEGORY) return parseAndExtract(signalListSchema, data, extractModelSignals)
  if (category !== ANALYSIS_CATEGORY) return undefined
  switch (subcategory) {
    case 'cross_timeframe_analysis':
      return parseAndExtract(crossTimeframeSchema, data, extractCrossTimeframe)
    case 'market_structure':
      return parseAndExtract(marketStructureSchema, data, extractStructure)
    case 'consolidated_patterns': {
      const payload = z.parse(patternAnalysisSchema, data)
      return { signal: extractPatterns(payload), volumeRatio: payload.market_context?.volume_ratio ?? undefined }
    }
    case 'support_resistance':
      return parseAndExtract(levelSetSchema, data, (payload) => extractLevels(payload, price))
    case 'divergence':
      return parseAndExtract(divergenceAnalysisSchema, data, extractDivergence)
    default:
      return undefined
  }
}

/** The minute that closed with an update; undefined if none did. */
export function minuteOf({ entries }: StreamUpdate): ProcessedCandle | undefined {
  for (const { key, data } of entries) {
    const { category, subcategory } = parseStreamKey(key)
    if (category !== CANDLE_CATEGORY || subcategory !== 'm1') continue
    const candle = processedCandleSchema.safeParse(data)
    if (candle.success) return candle.data
  }
  return undefined
}

/** Extracts the signals of an update. Invalid entries are listed, and the others are extracted. */
export function extractSignals(update: StreamUpdate): SignalUpdate {
  const price = minuteOf(update)?.close
  const signals = new Map<string, StreamSignal>()
  const unreadable: string[] = []
  let volumeRatio: number | undefined
  for (const { key, messageId, data } of update.entries) {
    try {
      const extracted = extractEntry(key, data, price)
      if (!extracted) continue
      signals.set(key, toStreamSignal(extracted.signal, messageId))
      volumeRatio ??= extracted.volumeRatio
    } catch (error) {
      if (!(error instanceof z.core.$ZodError)) throw error
      unreadable.push(key)
    }
  }
  return { at: update.at, price, volumeRatio, signals, unreadable }
}
