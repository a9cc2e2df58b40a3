import { whyLine } from '#contract/strategies/why-texts.ts'
import type { DecisionType } from '#contract/strategies/names.ts'
import { conclude, type Conclusion } from '#server/strategies/evaluator/decide.ts'
import { evaluate, NO_TRADES, recordTrade, riskEvidence, type Prepared } from '#server/strategies/evaluator/evaluate.ts'
import type { MarketState } from '#server/strategies/evaluator/market-state.ts'
import { createSharedRules, type SharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import type { RuleResult } from '#server/strategies/evaluator/rules.ts'
import { applyUpdate, replay, type Readings, type ReplayedMarket } from '../readings/readings.ts'

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

/** Evaluates a strategy over a span. */
export interface Evaluation {
  /** Goes on to the market as it is at a time (unix ms); the strategy decides there if `decides`, within its span. */
  moveTo(market: MarketState, at: number, decides: boolean): void
  /** Goes on through readings that follow those before. */
  add(readings: Readings): void
  result(): SpanDecisions
}

/** An evaluation, HOLD included. */
export interface Evaluated {
  /** End of the minute, unix ms. */
  readonly at: number
  /** The newest close then. */
  readonly price: number | undefined
  /** What the rules, in the order of the strategy, and the risk gates come to; only until the next evaluation. */
  readonly conclude: () => Conclusion & { readonly rules: readonly RuleResult[] }
}

/**
 * [BT-10] [BT-11] The steps of the live evaluator, as if the strategy had been activated at the start of the span: earlier
 * readings only bring the streams to their state then. A minute without a trade is HOLD, with the same results of its
 * rules as live; a step with its trace is made of the others only.
 * @param shared moves on with the evaluation
 * @param onEvaluation called at each evaluation, before the trade that may follow from it counts
 */
export function createEvaluation(
  strategy: Prepared,
  { from, to }: Span,
  shared: SharedRules = createSharedRules(strategy.sources),
  onEvaluation?: (evaluated: Evaluated) => void,
): Evaluation {
  // Changed in place: a new market for each of half a million minutes would cost more than the decisions.
  const replayed: ReplayedMarket = { signals: new Map(), price: undefined, volumeRatio: undefined }
  const paths = new Set(strategy.sources.map(({ source }) => source.data_path))
  const rules = strategy.rules.map(shared.follow)
  const whenMet = shared.followAll(strategy.rules)
  const isDue = shared.watch(strategy.sources.map(({ source }) => source.id))
  let trades = NO_TRADES
  const decisions: SpanDecision[] = []
  const counts = { BUY: 0, SELL: 0, HOLD: 0 }

  const conclusionOf = (results: readonly RuleResult[], at: number): Conclusion =>
    conclude(results, riskEvidence(strategy.risk, trades, at))

  function decide(market: MarketState, at: number): void {
    onEvaluation?.({
      at,
      price: market.price,
      conclude() {
        const results = rules.map((rule) => rule())
        return { ...conclusionOf(results, at), rules: results }
      },
    })
    const met = whenMet()
    const side = met ? conclusionOf(met, at).outcome.decision_type : 'HOLD'
    counts[side] += 1
    if (side === 'HOLD') return
    const { trace } = evaluate(strategy, market, trades, at)
    trades = recordTrade(trades, at)
    decisions.push({ at, side, why: whyLine(side, trace) })
  }

  function moveTo(market: MarketState, at: number, decides: boolean): void {
    shared.moveTo(market, at)
    if (decides && at > from && at <= to && isDue()) decide(market, at)
  }

  return {
    moveTo,
    add(readings) {
      const { initial } = readings
      if (initial) {
        applyUpdate(replayed, initial)
        moveTo(replayed, initial.at, false)
      }
      replay(readings, replayed, paths, (at) => {
        if (at > to) return false
        moveTo(replayed, at, true)
        return true
      })
    },
    result: () => ({ decisions, counts }),
  }
}
