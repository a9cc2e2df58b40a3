import { whyLine } from '#contract/strategies/why-texts.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import { conclude, type Outcome } from '#server/strategies/evaluator/decide.ts'
import { evaluate, NO_TRADES, recordTrade, riskEvidence, type Prepared } from '#server/strategies/evaluator/evaluate.ts'
import { createSharedRules, type SharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import type { RuleResult } from '#server/strategies/evaluator/rules.ts'
import type { SignalUpdate } from '#server/strategies/signal-extractors/extract.ts'
import { replay, type Readings, type ReplayedMarket } from '../readings/readings.ts'

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
  /** Until the next evaluation. */
  readonly outcome: () => Outcome
}

/**
 * [BT-10] [BT-11] The steps of the live evaluator, as if the strategy had been activated at the start of the span: earlier
 * readings only bring the streams to their state then. A minute without a trade is HOLD, with the same results of its
 * rules as live; a step with its trace is made of the others only.
 * @param shared moves on with the evaluation
 */
export function createEvaluation(
  strategy: Prepared,
  { from, to }: Span,
  shared: SharedRules = createSharedRules(strategy.sources),
  onEvaluation?: (evaluated: Evaluated) => void,
): Evaluation {
  // Changed in place: a new market for each of half a million minutes would cost more than the decisions.
  const market: ReplayedMarket = { signals: new Map(), price: undefined, volumeRatio: undefined }
  const paths = new Set(strategy.sources.map(({ source }) => source.data_path))
  const rules = strategy.rules.map(shared.follow)
  const whenMet = shared.followAll(strategy.rules)
  const isDue = shared.watch(strategy.sources.map(({ source }) => source.id))
  let trades = NO_TRADES
  const decisions: SpanDecision[] = []
  const counts = { BUY: 0, SELL: 0, HOLD: 0 }

  const outcomeOf = (results: readonly RuleResult[], at: number): Outcome =>
    conclude(results, riskEvidence(strategy.risk, trades, at)).outcome

  function decide(at: number): void {
    onEvaluation?.({
      at,
      price: market.price,
      outcome: () =>
        outcomeOf(
          rules.map((rule) => rule()),
          at,
        ),
    })
    const met = whenMet()
    const side = met ? outcomeOf(met, at).decision_type : 'HOLD'
    counts[side] += 1
    if (side === 'HOLD') return
    const { trace } = evaluate(strategy, market, trades, at)
    trades = recordTrade(trades, at)
    decisions.push({ at, side, why: whyLine(side, trace) })
  }

  function start({ at, price, volumeRatio, signals }: SignalUpdate): void {
    for (const [key, signal] of signals) market.signals.set(key, signal)
    market.price = price ?? market.price
    market.volumeRatio = volumeRatio ?? market.volumeRatio
    shared.moveTo(market, at)
  }

  function onMinute(at: number): boolean {
    if (at > to) return false
    shared.moveTo(market, at)
    if (at > from && isDue()) decide(at)
    return true
  }

  return {
    add(readings) {
      if (readings.initial) start(readings.initial)
      replay(readings, market, paths, onMinute)
    },
    result: () => ({ decisions, counts }),
  }
}
