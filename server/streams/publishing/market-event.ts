import type { PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { MinuteUpdate } from '#server/analysis/engine/engine.ts'

/** A minute of a pair as the market reports it; times in unix ms. */
export interface MarketMinute extends MinuteUpdate {
  readonly kind: 'partial' | 'closed'
  readonly pair: PairId
  readonly exchangeTime: number
  readonly receivedAt: number
}

/** Market events: minutes, and history that arrived late; the others are ignored. */
export type MarketEvent =
  | MarketMinute
  | { readonly kind: 'history'; readonly pair: PairId; readonly timeframe: Timeframe }
  | { readonly kind: 'degraded' | 'recovered' }
