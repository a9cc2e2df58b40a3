import type { ConfluenceModel } from '#src/analysis/confluence.ts'
import { humanize } from '#src/analysis/fields.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { hasNoEdge, signalRecord, divergenceRecord } from '#src/analysis/records.ts'
import { meaningText } from '#src/ui/data/meaning.ts'
import { formatMoveSize, formatPrice, formatPercent } from '#src/ui/format/number.ts'
import { BIAS_TONES } from '#src/ui/theme/market-tones.ts'
import { recordNote, scoreRatio, trendOf, type Summarize, type Trend } from './summary.ts'
import type { DivergenceType } from '#contract/payloads/divergence.ts'
import type { DivergenceModel } from '#src/analysis/divergence.ts'

/** Kinds of streams, in the order of matching and of the cards. */
export const KINDS = [
  'indicators',
  'candles',
  'levels',
  'patterns',
  'structure',
  'confluence',
  'divergence',
  'signals',
  'analysis',
  'raw',
] as const
export type StreamKind = (typeof KINDS)[number]

/** Category or subcategory -> kind; the first match wins. */
const KIND_BY_NAME: readonly (readonly [name: string, kind: StreamKind])[] = [
  ['technical_indicators', 'indicators'],
  ['processed_candles', 'candles'],
  ['support_resistance', 'levels'],
  ['pattern_analysis', 'patterns'],
  ['consolidated_patterns', 'patterns'],
  ['market_structure', 'structure'],
  ['cross_timeframe_analysis', 'confluence'],
  ['cross_timeframe_analysis_v2', 'confluence'],
  ['divergence', 'divergence'],
  ['signals', 'signals'],
  ['ml_signals', 'signals'],
  ['analysis', 'analysis'],
]

/** Labels of the kinds whose label is not their stream name. */
const KIND_LABELS: Partial<Record<StreamKind, string>> = {
  indicators: 'technical indicators',
  candles: 'processed candles',
  analysis: 'other analysis',
  raw: 'generic raw preview',
}

export interface ClassifiedStream {
  readonly kind: StreamKind
  /** Label of the kind, shown on its card. */
  readonly label: string
}

interface StreamName {
  readonly category: string
  readonly subcategory: string
}

/** Kind of a stream; raw if nothing matches. */
export function kindOf({ category, subcategory }: StreamName): ClassifiedStream {
  const [name, kind] = KIND_BY_NAME.find(([each]) => each === category || each === subcategory) ?? ['', 'raw' as const]
  const isOwn = kind === 'signals' && subcategory === 'ml_signals'
  return { kind, label: KIND_LABELS[kind] ?? (isOwn ? subcategory : name) }
}

const ZONES_SHOWN = 2

/** Summarizes the combined signal of all timeframes and the strongest zones. */
export const summarizeConfluence: Summarize<'confluence', ConfluenceModel> = (model, { pair }, records) => {
  const { direction, primaryTimeframe, expectedMove, confidence, strength, volatility, zones } = model
  const name = humanize(direction)
  const record = signalRecord(records, pair, model)
  const strongest = zones.toSorted((a, b) => b.score - a.score).slice(0, ZONES_SHOWN)
  return {
    kind: 'confluence',
    headline: {
      text: primaryTimeframe === undefined ? name : `${name} on ${primaryTimeframe}`,
      tone: hasNoEdge(record) ? 'neutral' : BIAS_TONES[direction],
      trend: trendOf(direction),
      note: expectedMove === undefined ? 'no expected move' : `${formatMoveSize(expectedMove)} expected`,
      noteTitle: `Expected move. ${meaningText(MEANINGS.confluence['Expected Move'])}`,
    },
    ratios: [
      scoreRatio('Confidence', confidence, MEANINGS.confluence['Overall Confidence'], record),
      scoreRatio('Strength', strength, MEANINGS.confluence.Strength),
    ],
    priceLevels: strongest
      .toSorted((a, b) => b.price - a.price)
      .map(({ price, score, reaction }, index) => ({
        label: `Zone ${index + 1}`,
        price: formatPrice(price, pair),
        tone: 'accent',
        strength: score,
        ...(reaction === undefined ? {} : { note: reaction }),
      })),
    ...recordNote(
      record,
      `${zones.length} confluence ${zones.length === 1 ? 'zone' : 'zones'}${volatility === undefined ? '' : ` · ${volatility} volatility`}`,
    ),
  }
}

/** Directions of price and indicator: a regular bullish divergence is a lower price with a higher indicator. */
const TRENDS: Record<DivergenceType, readonly [price: Trend, indicator: Trend]> = {
  regular_bullish: ['down', 'up'],
  regular_bearish: ['up', 'down'],
  hidden_bullish: ['up', 'down'],
  hidden_bearish: ['down', 'up'],
  none: ['flat', 'flat'],
}

/** Summarizes a divergence of price and indicator. */
export const summarizeDivergence: Summarize<'divergence', DivergenceModel> = (model, { pair }, records) => {
  const { type, bias, strength, expectedMove, dominantPattern, count } = model
  const [price, indicator] = TRENDS[type]
  return {
    kind: 'divergence',
    headline: {
      text: type === 'none' ? 'No divergence' : humanize(type),
      tone: BIAS_TONES[bias],
      trend: trendOf(bias),
    },
    price,
    indicator,
    indicatorName: model.indicator ?? 'Indicator',
    values: [
      { label: 'Strength', value: formatPercent(strength), meaning: MEANINGS.divergence.Strength },
      { label: 'Expected move', value: formatMoveSize(expectedMove), meaning: MEANINGS.divergence['Expected move'] },
      { label: 'Dominant', value: humanize(dominantPattern ?? 'none') },
      { label: 'Found', value: String(count) },
    ],
    ...recordNote(divergenceRecord(records, pair, model), ''),
  }
}
