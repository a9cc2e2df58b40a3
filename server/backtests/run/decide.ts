import { whyLine } from '#contract/strategies/why-texts.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import type { Trace } from '#contract/strategies/trace.ts'
import type { Outcome } from '#server/strategies/evaluator/decide.ts'
import { NO_TRADES, type Prepared } from '#server/strategies/evaluator/evaluate.ts'
import { EMPTY_MARKET_STATE, type MarketState } from '#server/strategies/evaluator/market-state.ts'
import { step } from '#server/strategies/evaluator/step.ts'
import type { SignalUpdate } from '#server/strategies/signal-extractors/extract.ts'
import type { StreamSignal } from '#server/strategies/signal-extractors/stream-signal.ts'
import { updatesOf, type Readings } from '../readings/readings.ts'

/** A BUY or SELL of the tested strategy. */
export interface SpanDecision {
  /** End of the minute, unix ms. */
  readonly at: number
  readonly side: Exclude<DecisionType, 'HOLD'>
  /** In one line. */
  readonly why: string
}

/** The evaluations of a span. */
export interface SpanDecisions {
  readonly decisions: readonly SpanDecision[]
  /** Evaluations by their result. */
  readonly counts: Readonly<Record<DecisionType, number>>
}

/** A span in unix ms: minutes that end after `from`, up to and including `to`. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Evaluates a strategy over a span, month after month. */
export interface Evaluation {
  /** Readings that follow those before. */
  add(readings: Readings): void
  result(): SpanDecisions
}

/**
 * [BT-10] [BT-11] The steps of the live evaluator, as if the strategy had been activated at the start of the span: earlier
 * readings only bring the streams to their state then.
 * @param onEvaluation called with each decision, HOLD included, and the newest close then
 */
export function createEvaluation(
  strategy: Prepared,
  { from, to }: Span,
  onEvaluation?: (outcome: Outcome, trace: Trace, price: number | undefined) => void,
): Evaluation {
  const signals = new Map<string, StreamSignal>()
  // Changed in place: a new map for each of half a million minutes would cost more than the decisions.
  const market: { -readonly [Field in keyof MarketState]: MarketState[Field] } = { ...EMPTY_MARKET_STATE, signals }
  let trades = NO_TRADES
  const decisions: SpanDecision[] = []
  const counts = { BUY: 0, SELL: 0, HOLD: 0 }

  function take(update: SignalUpdate): void {
    for (const [key, signal] of update.signals) signals.set(key, signal)
    market.price = update.price ?? market.price
    market.volumeRatio = update.volumeRatio ?? market.volumeRatio
  }

  return {
    add(readings) {
      if (readings.initial) take(readings.initial)
      for (const update of updatesOf(readings)) {
        if (update.at > to) return
        take(update)
        if (update.at <= from) continue
        const result = step(strategy, market, trades, update)
        if (!result) continue
        trades = result.trades
        const { outcome, trace } = result
        counts[outcome.decision_type] += 1
        onEvaluation?.(outcome, trace, market.price)
        if (outcome.decision_type !== 'HOLD') {
          decisions.push({
            at: update.at,
            side: outcome.decision_type,
            why: whyLine(outcome.decision_type, trace),
          })
        }
      }
    },
    result: () => ({ decisions, counts }),
  }
}
