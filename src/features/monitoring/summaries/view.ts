import { INDICATOR } from '#contract/limits.ts'
import { NO_RECORDS, type RecordBook } from '#contract/track-records/book.ts'
import { type CandleModel, readCandle } from '#src/analysis/candles.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { readDivergence } from '#src/analysis/divergence.ts'
import { humanize } from '#src/analysis/fields.ts'
import { type IndicatorsModel, readIndicators } from '#src/analysis/indicators.ts'
import { type LevelModel, type LevelsModel, readLevels } from '#src/analysis/levels.ts'
import { MEANINGS, UNKNOWN_CONFIDENCE } from '#src/analysis/meanings.ts'
import { type PatternsModel, readPatterns } from '#src/analysis/patterns.ts'
import type { ParsedPayload, PayloadHeader } from '#src/analysis/payload.ts'
import { type PlainValue, readPlainValues } from '#src/analysis/plain-values.ts'
import type { PayloadProblem } from '#src/analysis/problems.ts'
import {
  biasRecord,
  hasNoEdge,
  highlightRecord,
  levelRecord,
  phaseRecord,
  type ShownRecord,
} from '#src/analysis/records.ts'
import { type Call, readSignals, type SignalsModel } from '#src/analysis/signals.ts'
import { readStructure, type StructureModel } from '#src/analysis/structure.ts'
import type { StreamRecord, StreamStatus } from '#src/streams/index.ts'
import { meaningText } from '#src/ui/data/meaning.ts'
import {
  formatMoveSize,
  formatNumber,
  formatPercent,
  formatPrice,
  formatVolume,
  NOT_AVAILABLE,
} from '#src/ui/format/number.ts'
import { formatDuration } from '#src/ui/format/time.ts'
import { BIAS_TONES, PHASE_TONES } from '#src/ui/theme/market-tones.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { kindOf, type StreamKind, summarizeConfluence, summarizeDivergence } from './kind.ts'
import {
  type Headline,
  type KeyValue,
  type MessageSummary,
  type PriceLevelRow,
  recordNote,
  scoreRatio,
  type Summarize,
  type Trend,
  trendOf,
  summarizeRaw,
} from './summary.ts'

const PER_SIDE = 2

/** The nearest levels of a side. */
const nearestLevels = (
  levels: readonly LevelModel[],
  side: string,
  tone: PriceLevelRow['tone'],
  { pair }: PayloadHeader,
): readonly PriceLevelRow[] =>
  levels.slice(0, PER_SIDE).map(({ price, score, strength }, index) => ({
    label: `${side} ${index + 1}`,
    price: formatPrice(price, pair),
    tone,
    strength: score,
    ...(strength === undefined ? {} : { note: strength }),
  }))

/** Summarizes levels: the nearest resistances above the nearest supports, with confidence and alignment. */
const summarizeLevels: Summarize<'levels', LevelsModel> = (model, header, records) => {
  const { support, resistance, summary, total } = model
  const record = levelRecord(records, header.pair, [support[0], resistance[0]])
  return {
    kind: 'levels',
    priceLevels: [
      ...nearestLevels(resistance, 'Resistance', 'danger', header).toReversed(),
      ...nearestLevels(support, 'Support', 'success', header),
    ],
    ratios: [
      scoreRatio('Confidence', summary.confidence, MEANINGS.levels['Overall confidence']),
      scoreRatio('Alignment', summary.alignment, MEANINGS.levels.Alignment),
    ],
    ...recordNote(record, `${total} ${total === 1 ? 'level' : 'levels'}`),
  }
}

/** Summarizes market structure: phase, strength and latest break. */
const summarizeStructure: Summarize<'structure', StructureModel> = (model, { pair }, records) => {
  const { phase, regime, confidence, trendStrength, momentum, volatility, regimeDuration } = model
  const [newest] = model.breaks
  return {
    kind: 'structure',
    headline: {
      text: regime,
      tone: PHASE_TONES[phase],
      trend: trendOf(phase),
      note: confidence === undefined ? NOT_AVAILABLE : `${formatPercent(confidence)} to last an hour`,
      noteTitle: meaningText(MEANINGS.structure.Confidence),
    },
    ratios: [
      scoreRatio('Trend strength', trendStrength, MEANINGS.structure['Trend strength']),
      scoreRatio('Momentum', momentum, MEANINGS.structure.Momentum),
    ],
    values: [
      ...(volatility === undefined ? [] : [{ label: 'Volatility', value: humanize(volatility) }]),
      ...(regimeDuration === undefined ? [] : [{ label: 'Duration', value: formatDuration(regimeDuration * 1000) }]),
    ],
    ...recordNote(
      phaseRecord(records, pair, model),
      newest === undefined ? 'No break of structure' : `${newest.fullName} at ${formatPrice(newest.price, pair)}`,
    ),
  }
}

function rsiTone(rsi: number | undefined): Tone {
  if (rsi === undefined) return 'neutral'
  return rsi > INDICATOR.rsiHigh ? 'danger' : rsi < INDICATOR.rsiLow ? 'success' : 'neutral'
}

function valueRow(label: string, value: number | undefined, text: string): readonly KeyValue[] {
  return value === undefined ? [] : [{ label, value: text }]
}

/** Summarizes indicators: RSI for a scale, and other values. */
const summarizeIndicators: Summarize<'indicators', IndicatorsModel> = ({ values, activeCount }, { pair }) => {
  const { rsi14, macdLine, adx, atr14, ema21, vwap, stochasticK } = values
  const macdTone = macdLine !== undefined && macdLine > 0 ? 'success' : 'danger'
  return {
    kind: 'indicators',
    rsi: rsi14 === undefined ? undefined : Math.min(100, Math.max(0, rsi14)),
    rsiText: formatNumber(rsi14, 1),
    tone: rsiTone(rsi14),
    values: [
      ...valueRow('MACD', macdLine, formatNumber(macdLine, 3)).map((row) => ({ ...row, tone: macdTone }) as const),
      ...valueRow('ADX', adx, formatNumber(adx, 1)),
      ...valueRow('ATR(14)', atr14, formatPrice(atr14, pair)),
      ...valueRow('EMA(21)', ema21, formatPrice(ema21, pair)),
      ...valueRow('VWAP', vwap, formatPrice(vwap, pair)),
      ...valueRow('Stochastic %K', stochasticK, formatNumber(stochasticK, 1)),
    ],
    note: `${activeCount} active ${activeCount === 1 ? 'indicator' : 'indicators'}`,
  }
}

function headlineOf({ highlight, bias }: PatternsModel, record: ShownRecord | undefined): Headline {
  if (highlight === undefined) return { text: 'No significant patterns detected', tone: 'neutral' }
  const { name, timeframe, expectedMove } = highlight
  const note = [timeframe, expectedMove === undefined ? undefined : formatMoveSize(expectedMove)]
    .filter((each) => each !== undefined)
    .join(' · ')
  return {
    text: name,
    tone: hasNoEdge(record) ? 'neutral' : BIAS_TONES[bias],
    trend: trendOf(bias),
    ...(note === '' ? {} : { note, noteTitle: `Expected move. ${meaningText(MEANINGS.patterns['Expected move'])}` }),
  }
}

/** Summarizes patterns: the highlighted one and the number per timeframe. */
const summarizePatterns: Summarize<'patterns', PatternsModel> = (model, { pair }, records) => {
  const { summary, highlight, groups } = model
  const record = highlightRecord(records, pair, model)
  return {
    kind: 'patterns',
    headline: headlineOf(model, record),
    ratio: scoreRatio('Confidence', summary.confidence, MEANINGS.patterns.Confidence, biasRecord(records, pair, model)),
    groups: groups.map(({ timeframe, patterns }) => `${timeframe} ${patterns.length}`),
    ...recordNote(record, highlight?.insight ?? ''),
  }
}

const TONES: Record<Call, Tone> = { BUY: 'success', SELL: 'danger', HOLD: 'neutral' }
const TRENDS: Record<Call, Trend> = { BUY: 'up', SELL: 'down', HOLD: 'flat' }

/** Summarizes the newest signal with its prices. */
const summarizeSignals: Summarize<'signals', SignalsModel> = ({ newest, count }, { pair }) => {
  const ratio = scoreRatio('Confidence', newest?.confidence, MEANINGS.signals.Confidence)
  if (newest === undefined)
    return { kind: 'signals', headline: { text: 'No signals', tone: 'neutral' }, ratio, priceLevels: [], note: '' }
  const { call = 'HOLD', timeframe, source } = newest
  const prices = [
    { label: 'Take profit', price: newest.takeProfit, tone: 'success' },
    { label: 'Entry', price: newest.entry, tone: 'neutral' },
    { label: 'Stop loss', price: newest.stopLoss, tone: 'danger' },
  ] as const
  return {
    kind: 'signals',
    headline: { text: newest.call ?? newest.type ?? 'Signal', tone: TONES[call], trend: TRENDS[call] },
    ratio,
    priceLevels: prices.flatMap(({ price, ...row }) =>
      price === undefined ? [] : [{ ...row, price: formatPrice(price, pair) }],
    ),
    note: [timeframe, source, count > 1 ? `${count - 1} more` : undefined]
      .filter((each) => each !== undefined)
      .join(' · '),
  }
}

/** Decimals of a volume of an unknown pair, or of one that would not fit otherwise. */
const VOLUME_DECIMALS = 4

/** Summarizes a candle for drawing. */
const summarizeCandle: Summarize<'candles', CandleModel> = (candle, { pair }) => {
  const { open, high, low, close, volume, isComplete } = candle
  const change = ((close - open) / open) * 100
  return {
    kind: 'candles',
    pair,
    candle: { open, high, low, close },
    changePct: Number.isFinite(change) ? change + 0 : 0,
    state: isComplete ? { text: 'Complete', tone: 'neutral' } : { text: 'Partial', tone: 'info' },
    values: [
      { label: 'Close', value: formatPrice(close, pair) },
      { label: 'High', value: formatPrice(high, pair) },
      { label: 'Low', value: formatPrice(low, pair) },
      {
        label: 'Volume',
        value:
          pair === undefined || (volume ?? 0) >= 1 ? formatNumber(volume, VOLUME_DECIMALS) : formatVolume(volume, pair),
      },
    ],
  }
}

function formatValue(value: PlainValue['value']): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? humanize(value) : formatNumber(value, Number.isInteger(value) ? 0 : 2)
}

/** Summarizes an unknown analysis as its plain values by name. */
const summarizeAnalysis: Summarize<'analysis', readonly PlainValue[]> = (values) => ({
  kind: 'analysis',
  values: values.map(({ label, value }) => ({
    label,
    value: formatValue(value),
    ...(/confiden/i.test(label) ? { meaning: UNKNOWN_CONFIDENCE } : {}),
  })),
})

export const STREAM_TONES: Record<StreamStatus, Tone> = { active: 'success', inactive: 'neutral', error: 'danger' }

/** View model of a stream card. */
export interface StreamView {
  readonly kind: StreamKind
  /** Label of the kind. */
  readonly label: string
  readonly title: string
  readonly exchange: string | undefined
  /** Undefined while the stream has no message. */
  readonly summary: MessageSummary | undefined
  /** Missing and unreadable parts of the message. */
  readonly problems: readonly PayloadProblem[]
}

/** Reads a message; without a summary it does not match its kind. */
type ReadSummary = (
  data: unknown,
  key: string,
  records: RecordBook,
) => Pick<ParsedPayload<unknown>, 'header' | 'problems'> & { readonly summary: MessageSummary | undefined }

const summarizer =
  <Model>(
    read: (data: unknown, key: string) => ParsedPayload<Model>,
    summarize: (model: Model, header: PayloadHeader, records: RecordBook) => MessageSummary,
  ): ReadSummary =>
  (data, key, records) => {
    const { header, model, isOfKind, problems } = read(data, key)
    return {
      header,
      problems,
      summary: isOfKind && model !== undefined ? summarize(model, header, records) : undefined,
    }
  }

const SUMMARIZERS: Record<StreamKind, ReadSummary> = {
  indicators: summarizer(readIndicators, summarizeIndicators),
  candles: summarizer(readCandle, summarizeCandle),
  levels: summarizer(readLevels, summarizeLevels),
  patterns: summarizer(readPatterns, summarizePatterns),
  structure: summarizer(readStructure, summarizeStructure),
  confluence: summarizer(readConfluence, summarizeConfluence),
  divergence: summarizer(readDivergence, summarizeDivergence),
  signals: summarizer(readSignals, summarizeSignals),
  analysis: summarizer(readPlainValues, summarizeAnalysis),
  raw: (data, key) => ({ ...readPlainValues(data, key), problems: [], summary: summarizeRaw(data) }),
}

type ViewedRecord = Pick<StreamRecord, 'key' | 'category' | 'subcategory' | 'data'>

function titleOf(kind: StreamKind, { subcategory, key }: ViewedRecord, { pairLabel, timeframe }: PayloadHeader) {
  if (kind === 'raw' && subcategory === '') return key
  if (kind === 'raw' || kind === 'analysis') return `${pairLabel} ${subcategory}`
  return timeframe === undefined ? pairLabel : `${pairLabel} ${timeframe}`
}

/** View model of a stream's card. Never throws, whatever the message contains. */
export function viewOf(record: ViewedRecord, records: RecordBook = NO_RECORDS): StreamView {
  const { key, data } = record
  const { kind, label } = kindOf(record)
  const { header, summary, problems } = SUMMARIZERS[kind](data, key, records)
  const common = { kind, label, title: titleOf(kind, record, header), exchange: header.exchange }
  if (data === null || data === undefined) return { ...common, summary: undefined, problems: [] }
  return { ...common, summary: summary ?? summarizeRaw(data, `Cannot be read as ${label}`), problems }
}
