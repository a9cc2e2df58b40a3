import type { Fields } from '#contract/analysis/payload-fields.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { StreamId } from './stream-id.ts'

/** A figure ready to be read. */
export interface KeyValue {
  readonly label: string
  readonly value: string
  readonly tone?: Tone
}

/** A share of one, and its figure. */
export interface Ratio {
  readonly label: string
  /** 0 to 1; null is drawn empty. */
  readonly value: number | null
  readonly text: string
  readonly tone?: Tone
}

export type Trend = 'up' | 'down' | 'flat'

/** A word with its meaning, at the head of a drawing. */
export interface Headline {
  readonly text: string
  readonly tone: Tone
  readonly trend?: Trend
  /** Quietly beside it. */
  readonly note?: string
}

/** A price and how strong it is, on a ladder from high to low. */
export interface PriceLevelRow {
  readonly label: string
  readonly price: string
  readonly tone: Tone
  /** 0 to 1. */
  readonly strength?: number
  readonly note?: string
}

/** What a card draws. Every text and every figure in it can be put on screen as it is. */
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
      /** Places between low (0) and high (1). */
      readonly open: number
      readonly close: number
      readonly isUp: boolean
      readonly changePct: number
      readonly state: Headline
      readonly values: readonly KeyValue[]
    }
  | {
      readonly kind: 'levels'
      readonly priceLevels: readonly PriceLevelRow[]
      readonly ratios: readonly Ratio[]
      readonly note: string
    }
  | {
      readonly kind: 'patterns'
      readonly headline: Headline
      readonly ratio: Ratio
      /** Patterns by timeframe: 'M5 2'. */
      readonly groups: readonly string[]
      readonly note: string
    }
  | {
      readonly kind: 'structure'
      readonly headline: Headline
      readonly ratios: readonly Ratio[]
      readonly values: readonly KeyValue[]
      readonly note: string
    }
  | {
      readonly kind: 'confluence'
      readonly headline: Headline
      readonly ratios: readonly Ratio[]
      /** The strongest zones, from high to low. */
      readonly priceLevels: readonly PriceLevelRow[]
      readonly note: string
    }
  | {
      readonly kind: 'divergence'
      readonly headline: Headline
      /** Which way the price goes and which way the indicator. */
      readonly price: Trend
      readonly indicator: Trend
      readonly indicatorName: string
      readonly values: readonly KeyValue[]
    }
  | {
      readonly kind: 'signals'
      readonly headline: Headline
      readonly ratio: Ratio
      readonly priceLevels: readonly PriceLevelRow[]
      readonly note: string
    }
  | { readonly kind: 'analysis'; readonly values: readonly KeyValue[] }
  | { readonly kind: 'raw'; readonly text: string; readonly note?: string }

/** A drawing out of a payload; undefined when the payload is not what it should be. */
export type Summarize<K extends MessageSummary['kind']> = (
  payload: Fields,
  stream: StreamId,
) => Extract<MessageSummary, { readonly kind: K }> | undefined
