import type { PairId } from '#contract/pairs.ts'
import type { Availability } from '#contract/strategies/availability.ts'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import type { Block, Discard } from '#contract/strategies/trace.ts'
import type { Yielder } from '#server/lib/yielder.ts'
import type { PreparedSource } from '#server/strategies/evaluator/collect-evidence.ts'
import type { Outcome } from '#server/strategies/evaluator/decide.ts'
import { prepare } from '#server/strategies/evaluator/evaluate.ts'
import type { SignalHistory } from '#server/strategies/evaluator/market-state.ts'
import { createSharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import { applyUpdate, type ReplayedMarket } from '../readings/readings.ts'
import { createEvaluation, type Span } from '../run/evaluation.ts'

const MINUTES_PER_HOUR = 60

/** A decision of a preview, with what blocked a BUY or SELL. */
export interface PreviewDecision extends Outcome {
  readonly at: number
  readonly blockedBy: readonly Block[]
  /** Ids of the rules that were not met. */
  readonly unmet: readonly string[]
}

/** The decisions and prices of a span. Times in unix ms of market time. */
export interface PreviewDecisions {
  readonly decisions: readonly PreviewDecision[]
  /** Minutes on which strategies decide, with their prices; a minute without a price repeats the last one. */
  readonly minutes: readonly {
    readonly at: number
    readonly price: number | undefined
    readonly isRecomputed: boolean
  }[]
}

/** The market after each update of a history, up to the end of a span. It is changed in place. */
async function* replayHistory(history: SignalHistory, { from, to }: Span, yielder: Yielder) {
  const { signals, price, volumeRatio } = history.baseState()
  const market: ReplayedMarket = { signals: new Map(signals), price, volumeRatio }
  for (const { update, decides, isRecomputed } of history.entries()) {
    if (update.at > to) return
    applyUpdate(market, update)
    /** Whether strategies decide on it, within the span. */
    const isInSpan = decides && update.at > from
    yield { market, at: update.at, isInSpan, isRecomputed }
    await yielder.yieldIfDue()
  }
}

/** [SG-80] What a strategy would have decided on the signals of a span, HOLD included. */
export async function decisionsOf(
  strategy: StrategyParts,
  pair: PairId,
  history: SignalHistory,
  span: Span,
  yielder: Yielder,
): Promise<PreviewDecisions> {
  const prepared = prepare(strategy, pair)
  const decisions: PreviewDecision[] = []
  const minutes: PreviewDecisions['minutes'][number][] = []
  const evaluation = createEvaluation(prepared, span, createSharedRules(prepared.sources), ({ at, conclude }) => {
    const { outcome, blockedBy, rules } = conclude()
    const unmet = prepared.rules.filter((_, rule) => (rules[rule]?.unmet.length ?? 0) > 0).map(({ rule_id }) => rule_id)
    decisions.push({ ...outcome, at, blockedBy, unmet })
  })
  for await (const { market, at, isInSpan, isRecomputed } of replayHistory(history, span, yielder)) {
    evaluation.moveTo(market, at, isInSpan)
    if (isInSpan) minutes.push({ at, price: market.price, isRecomputed })
  }
  return { decisions, minutes }
}

/** [SG-85] How much of a span each source could be used. */
export async function availabilityOf(
  sources: readonly PreparedSource[],
  history: SignalHistory,
  span: Span,
  yielder: Yielder,
): Promise<Availability> {
  const shared = createSharedRules(sources)
  const counts = sources.map(({ source }) => ({
    source_id: source.id,
    voted: 0,
    excluded: { no_signal: 0, too_old: 0, low_confidence: 0 } satisfies Record<Discard, number>,
  }))
  let minutes = 0
  for await (const { market, at, isInSpan } of replayHistory(history, span, yielder)) {
    shared.moveTo(market, at)
    if (!isInSpan) continue
    minutes += 1
    shared.votes().forEach((vote, index) => {
      const count = counts[index]
      if (!count) return
      if (vote === 'BUY' || vote === 'SELL') count.voted += 1
      else if (vote !== 'HOLD') count.excluded[vote] += 1
    })
  }
  if (minutes === 0) return { hours_covered: 0, sources: [] }
  return {
    hours_covered: minutes / MINUTES_PER_HOUR,
    sources: counts.map(({ source_id, voted, excluded: { no_signal, too_old, low_confidence } }) => ({
      source_id,
      counted: 1 - (no_signal + too_old + low_confidence) / minutes,
      voted: voted / minutes,
      excluded: {
        no_signal: no_signal / minutes,
        too_old: too_old / minutes,
        low_confidence: low_confidence / minutes,
      },
    })),
  }
}
