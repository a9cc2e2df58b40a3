import * as z from 'zod/mini'
import { crossTimeframeSchema } from '#contract/analysis/cross-timeframe.ts'
import { divergenceAnalysisSchema } from '#contract/analysis/divergence.ts'
import { indicatorSnapshotSchema } from '#contract/analysis/indicators.ts'
import { levelSetSchema } from '#contract/analysis/levels.ts'
import { patternAnalysisSchema } from '#contract/analysis/patterns.ts'
import { ANALYSIS_CATEGORY, CANDLE_CATEGORY, INDICATOR_CATEGORY, SIGNAL_CATEGORY } from '#contract/analysis/payloads.ts'
import { processedCandleSchema } from '#contract/analysis/processed-candles.ts'
import { signalListSchema } from '#contract/analysis/signals.ts'
import { marketStructureSchema } from '#contract/analysis/structure.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import type { StreamMoment } from '../ports.ts'
import { readCrossTimeframe, readDivergence, readPatterns, readSignals, readStructure } from './analysis.ts'
import { readIndicators } from './indicators.ts'
import { readLevels } from './levels.ts'
import type { Reading, Said } from './reading.ts'

/** What came at one moment of the market, as strategies read it. */
export interface ReadMoment {
  /** Market time, unix ms. */
  readonly at: number
  /** Close of the newest minute, undefined when none came. */
  readonly price: number | undefined
  /** Traded volume against its usual one; undefined when none was told. */
  readonly volumeRatio: number | undefined
  /** By stream key. */
  readonly readings: ReadonlyMap<string, Reading>
  /** Streams whose entry could not be read. */
  readonly unreadable: readonly string[]
}

const parsed = <T>(schema: z.ZodMiniType<T>, data: unknown, read: (payload: T) => Said): Said =>
  read(z.parse(schema, data))

/** How a stream is read; undefined for one that has no direction. */
function say(key: string, data: unknown, price: number | undefined): Said | undefined {
  const { category, subcategory } = parseStreamKey(key)
  if (category === INDICATOR_CATEGORY) return parsed(indicatorSnapshotSchema, data, readIndicators)
  if (category === SIGNAL_CATEGORY) return parsed(signalListSchema, data, readSignals)
  if (category !== ANALYSIS_CATEGORY) return undefined
  switch (subcategory) {
    case 'cross_timeframe_analysis':
      return parsed(crossTimeframeSchema, data, readCrossTimeframe)
    case 'market_structure':
      return parsed(marketStructureSchema, data, readStructure)
    case 'consolidated_patterns':
      return parsed(patternAnalysisSchema, data, readPatterns)
    case 'support_resistance':
      return parsed(levelSetSchema, data, (payload) => readLevels(payload, price))
    case 'divergence':
      return parsed(divergenceAnalysisSchema, data, readDivergence)
    default:
      return undefined
  }
}

function closeOf({ entries }: StreamMoment): number | undefined {
  for (const { key, data } of entries) {
    const { category, subcategory } = parseStreamKey(key)
    if (category !== CANDLE_CATEGORY || subcategory !== 'm1') continue
    const candle = processedCandleSchema.safeParse(data)
    if (candle.success) return candle.data.close
  }
  return undefined
}

function volumeRatioOf({ entries }: StreamMoment): number | undefined {
  for (const { key, data } of entries) {
    if (parseStreamKey(key).subcategory !== 'consolidated_patterns') continue
    const patterns = patternAnalysisSchema.safeParse(data)
    if (patterns.success) return patterns.data.market_context?.volume_ratio ?? undefined
  }
  return undefined
}

/** Reads the entries of one moment. An entry that does not keep to its contract is named, and the others are read. */
export function readMoment(moment: StreamMoment): ReadMoment {
  const price = closeOf(moment)
  const readings = new Map<string, Reading>()
  const unreadable: string[] = []
  for (const { key, messageId, data } of moment.entries) {
    try {
      const said = say(key, data, price)
      if (said) readings.set(key, { byTimeframe: {}, byPath: {}, ...said, messageId })
    } catch (error) {
      if (!(error instanceof z.core.$ZodError)) throw error
      unreadable.push(key)
    }
  }
  return { at: moment.at, price, volumeRatio: volumeRatioOf(moment), readings, unreadable }
}
