import { whyLine } from '#contract/strategies/why-texts.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import { conclude, type Outcome } from '#server/strategies/evaluator/decide.ts'
import { NO_TRADES, riskEvidence, type Prepared } from '#server/strategies/evaluator/evaluate.ts'
import { EMPTY_MARKET_STATE, type MarketState } from '#server/strategies/evaluator/market-state.ts'
import { createSharedRules, type SharedRules } from '#server/strategies/evaluator/shared-rules.ts'
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

/** An evaluation, HOLD included. */
export interface Evaluated {
  /** End of the minute, unix ms. */
  readonly at: number
  /** The newest close then. */
  readonly price: number | undefined
  readonly outcome: () => Outcome
}

/**
 * [BT-10] [BT-11] The steps of the live evaluator, as if the strategy had been activated at the start of the span: earlier
 * readings only bring the streams to their state then. A minute in which a rule is not met is HOLD, with the same result of
 * the rule as live; a step with its trace is made of the others only.
 * @param shared moves on with the evaluation
 */
export function createEvaluation(
  strategy: Prepared,
  { from, to }: Span,
  shared: SharedRules = createSharedRules(strategy.sources),
  onEvaluation?: (evaluated: Evaluated) => void,
): Evaluation {
  const signals = new Map<string, StreamSignal>()
  // Changed in place: a new map for each of half a million minutes would cost more than the decisions.
  const market: { -readonly [Field in keyof MarketState]: MarketState[Field] } = { ...EMPTY_MARKET_STATE, signals }
  const rules = strategy.rules.map(shared.follow)
  const isDue = shared.watch(strategy.sources.map(({ source }) => source.id))
  let trades = NO_TRADES
  const decisions: SpanDecision[] = []
  const counts = { BUY: 0, SELL: 0, HOLD: 0 }

  function take(update: SignalUpdate): void {
    for (const [key, signal] of update.signals) signals.set(key, signal)
    market.price = update.price ?? market.price
    market.volumeRatio = update.volumeRatio ?? market.volumeRatio
  }

  function decide(update: SignalUpdate): void {
    const { at } = update
    shared.moveTo(market, update)
    if (!isDue()) return
    const before = trades
    onEvaluation?.({
      at,
      price: market.price,
      outcome: () => {
        const results = rules.map((rule) => rule())
        return conclude(results, riskEvidence(strategy.risk, before, at)).outcome
      },
    })
    const result = rules.every((rule) => rule().unmet.length === 0) ? step(strategy, market, trades, update) : undefined
    const side = result?.outcome.decision_type ?? 'HOLD'
    counts[side] += 1
    if (!result || side === 'HOLD') return
    trades = result.trades
    decisions.push({ at, side, why: whyLine(side, result.trace) })
  }

  return {
    add(readings) {
      if (readings.initial) take(readings.initial)
      for (const update of updatesOf(readings)) {
        if (update.at > to) return
        take(update)
        if (update.at > from) decide(update)
      }
    },
    result: () => ({ decisions, counts }),
  }
}
