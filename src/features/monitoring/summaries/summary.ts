import type { Fields } from '#contract/analysis/payload-fields.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { Subject } from './stream-id.ts'

/** A figure ready to be read. */
export interface Fact {
  readonly label: string
  readonly value: string
  readonly tone?: Tone
}

/** A share of one, and its figure. */
export interface Share {
  readonly label: string
  /** 0 to 1; null is drawn empty. */
  readonly value: number | null
  readonly text: string
  readonly tone?: Tone
}

export type Way = 'up' | 'down' | 'flat'

/** A word with its meaning, at the head of a drawing. */
export interface Verdict {
  readonly text: string
  readonly tone: Tone
  readonly way?: Way
  /** Quietly beside it. */
  readonly note?: string
}

/** A price and how strong it is, on a ladder from high to low. */
export interface Rung {
  readonly label: string
  readonly price: string
  readonly tone: Tone
  /** 0 to 1. */
  readonly strength?: number
  readonly note?: string
}

/** What a card draws. Every text and every figure in it can be put on screen as it is. */
export type Drawing =
  | {
      readonly kind: 'indicators'
      /** 0 to 100. */
      readonly rsi: number | undefined
      readonly rsiText: string
      readonly tone: Tone
      readonly facts: readonly Fact[]
      readonly note: string
    }
  | {
      readonly kind: 'candles'
      /** Places between low (0) and high (1). */
      readonly open: number
      readonly close: number
      readonly isUp: boolean
      readonly changePct: number
      readonly state: Verdict
      readonly facts: readonly Fact[]
    }
  | {
      readonly kind: 'levels'
      readonly rungs: readonly Rung[]
      readonly shares: readonly Share[]
      readonly note: string
    }
  | {
      readonly kind: 'patterns'
      readonly verdict: Verdict
      readonly share: Share
      /** Patterns by timeframe: 'M5 2'. */
      readonly groups: readonly string[]
      readonly note: string
    }
  | {
      readonly kind: 'structure'
      readonly verdict: Verdict
      readonly shares: readonly Share[]
      readonly facts: readonly Fact[]
      readonly note: string
    }
  | {
      readonly kind: 'confluence'
      readonly verdict: Verdict
      readonly shares: readonly Share[]
      /** The strongest zones, from high to low. */
      readonly rungs: readonly Rung[]
      readonly note: string
    }
  | {
      readonly kind: 'divergence'
      readonly verdict: Verdict
      /** Which way the price goes and which way the indicator. */
      readonly price: Way
      readonly indicator: Way
      readonly indicatorName: string
      readonly facts: readonly Fact[]
    }
  | {
      readonly kind: 'signals'
      readonly verdict: Verdict
      readonly share: Share
      readonly rungs: readonly Rung[]
      readonly note: string
    }
  | { readonly kind: 'analysis'; readonly facts: readonly Fact[] }
  | { readonly kind: 'raw'; readonly text: string; readonly note?: string }

/** A drawing out of a payload; undefined when the payload is not what it should be. */
export type Draw<K extends Drawing['kind']> = (
  payload: Fields,
  subject: Subject,
) => Extract<Drawing, { readonly kind: K }> | undefined
