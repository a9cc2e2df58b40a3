import type { RecordBook } from '#contract/track-records/book.ts'
import type { PairId } from '#contract/pairs.ts'
import type { CandleModel } from '#src/analysis/candles.ts'
import type { Meaning } from '#src/analysis/meanings.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import type { ShownRecord } from '#src/analysis/records.ts'
import type { FigureMeaning } from '#src/ui/data/meaning.ts'
import { formatPercent } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { MONITORING } from '#contract/limits.ts'

/** A formatted value with its label. */
export interface KeyValue {
  readonly label: string
  readonly value: string
  readonly tone?: Tone
  /** What it says, for figures that claim something. */
  readonly meaning?: FigureMeaning | undefined
}

/** A ratio from 0 to 1 with its text. */
export interface Ratio {
  readonly label: string
  /** 0 to 1; null is drawn empty. */
  readonly value: number | null
  readonly text: string
  readonly meaning: FigureMeaning
  readonly tone?: Tone
}

export type Trend = 'up' | 'down' | 'flat'

/** First line of a visual, with tone and trend. */
export interface Headline {
  readonly text: string
  readonly tone: Tone
  readonly trend?: Trend
  /** Shown muted beside the text. */
  readonly note?: string
  readonly noteTitle?: string
}

/** Last line of a visual. */
interface Noted {
  readonly note: string
  /** The note in full; itself by default. */
  readonly noteTitle?: string
}

/** A price level with its strength; levels are listed from high to low. */
export interface PriceLevelRow {
  readonly label: string
  readonly price: string
  readonly tone: Tone
  /** 0 to 1. */
  readonly strength?: number
  readonly note?: string
}

/** Content of a stream card. All texts and numbers are ready to be displayed. */
export type MessageSummary =
  | {
      readonly kind: 'indicators'
      /** 0 to 100. */
      readonly rsi: number | undefined
      readonly rsiText: string
      readonly tone: Tone
      readonly values: readonly KeyValue[]
      readonly note: string
    }
  | {
      readonly kind: 'candles'
      readonly pair: PairId | undefined
      readonly candle: Pick<CandleModel, 'open' | 'high' | 'low' | 'close'>
      readonly changePct: number
      readonly state: Headline
      readonly values: readonly KeyValue[]
    }
  | (Noted & {
      readonly kind: 'levels'
      readonly priceLevels: readonly PriceLevelRow[]
      readonly ratios: readonly Ratio[]
    })
  | (Noted & {
      readonly kind: 'patterns'
      readonly headline: Headline
      readonly ratio: Ratio
      /** Patterns by timeframe: 'M5 2'. */
      readonly groups: readonly string[]
    })
  | (Noted & {
      readonly kind: 'structure'
      readonly headline: Headline
      readonly ratios: readonly Ratio[]
      readonly values: readonly KeyValue[]
    })
  | (Noted & {
      readonly kind: 'confluence'
      readonly headline: Headline
      readonly ratios: readonly Ratio[]
      /** The strongest zones, from high to low. */
      readonly priceLevels: readonly PriceLevelRow[]
    })
  | (Noted & {
      readonly kind: 'divergence'
      readonly headline: Headline
      /** Trends of price and indicator. */
      readonly price: Trend
      readonly indicator: Trend
      readonly indicatorName: string
      readonly values: readonly KeyValue[]
    })
  | {
      readonly kind: 'signals'
      readonly headline: Headline
      readonly ratio: Ratio
      readonly priceLevels: readonly PriceLevelRow[]
      readonly note: string
    }
  | { readonly kind: 'analysis'; readonly values: readonly KeyValue[] }
  | { readonly kind: 'raw'; readonly text: string; readonly note?: string }

/** Summarizes what was read from a message. */
export type Summarize<K extends MessageSummary['kind'], Model> = (
  model: Model,
  header: PayloadHeader,
  records: RecordBook,
) => Extract<MessageSummary, { readonly kind: K }>

/** A score from 0 to 1 as a ratio. */
export const scoreRatio = (
  label: string,
  score: number | undefined,
  meaning: Meaning,
  record?: ShownRecord,
): Ratio => ({
  label,
  value: score ?? null,
  text: formatPercent(score),
  meaning: { ...meaning, record: record?.text },
})

/** The record as the last line of a visual; `otherwise` without one. */
export const recordNote = (record: ShownRecord | undefined, otherwise: string): Noted =>
  record === undefined
    ? { note: otherwise }
    : {
        note: record.text.slice(0, 1).toUpperCase() + record.text.slice(1),
        noteTitle: `${otherwise === '' ? '' : `${otherwise.replace(/\.$/, '')}. `}Record: ${record.text}. ${record.details}`,
      }

/** Trend of a bias or market phase. */
export const trendOf = (direction: string): Trend =>
  direction === 'bullish' ? 'up' : direction === 'bearish' ? 'down' : 'flat'

/** A value as single-line JSON; never throws. */
export function compactJson(data: unknown): string {
  try {
    return JSON.stringify(data) ?? 'null'
  } catch {
    return 'Cannot be formatted as JSON'
  }
}

/** The first 200 characters of a message. `note` explains why it is shown raw. */
export function summarizeRaw(data: unknown, note?: string): Extract<MessageSummary, { readonly kind: 'raw' }> {
  const json = typeof data === 'string' ? data : compactJson(data)
  return { kind: 'raw', text: json.slice(0, MONITORING.rawPreview), ...(note === undefined ? {} : { note }) }
}
