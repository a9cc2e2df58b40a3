import type { Candle } from '#contract/candles.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { NO_TRADES, prepare, step } from '#server/strategies/evaluator/evaluate.ts'
import { advance, EMPTY_MARKET_STATE } from '#server/strategies/evaluator/market-state.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'
import { extractSignals } from '#server/strategies/signal-extractors/extract.ts'
import { historyOf } from '../data/analysed.ts'

const MINUTE_S = 60

const updateAt = (atS: number, kind: StreamUpdate['kind'], entries: readonly AnalysisEntry[]): StreamUpdate => ({
  pair: 'BTCUSD',
  at: atS * 1000,
  kind,
  entries: entries.map(({ key, data }) => ({ key, messageId: null, data })),
})

/** The stream updates of BTCUSD from `startS` on, from the analysis alone, minute by minute. */
export function updatesOf(minutes: readonly Candle[], startS: number): StreamUpdate[] {
  const analysis = createPairAnalysis('BTCUSD')
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  const past = minutes.filter(({ timestamp }) => timestamp < startS)
  analysis.seed(historyOf(past))
  for (const candle of past) builder.ingest(candle, true)
  const last = past.at(-1)
  const updates = last ? [updateAt(last.timestamp + MINUTE_S, 'initial', analysis.current())] : []
  for (const candle of minutes.slice(past.length)) {
    const result = builder.ingest(candle, true)
    const entries = analysis.onClose({ candle, rollups: 'rollups' in result ? result.rollups : [] })
    updates.push(updateAt(candle.timestamp + MINUTE_S, 'closed', entries))
  }
  return updates
}

/** A decision with everything it was made of, but for the ids of the entries: those are of a run, not of the market. */
export interface ReplayedDecision {
  readonly at: number
  readonly outcome: object
  readonly inputs: readonly (readonly (number | string | null)[])[]
}

/** The decisions of a strategy on these updates, from the evaluator alone. */
export function decisionsOn(strategy: CustomStrategy, updates: readonly StreamUpdate[]): ReplayedDecision[] {
  const prepared = prepare(strategy, 'BTCUSD')
  let state = EMPTY_MARKET_STATE
  let trades = NO_TRADES
  const decisions: ReplayedDecision[] = []
  for (const update of updates) {
    const extracted = extractSignals(update)
    state = advance(state, extracted)
    const result = update.kind === 'closed' ? step(prepared, state, trades, extracted) : undefined
    if (!result) continue
    trades = result.trades
    decisions.push({
      at: result.trace.decided_at,
      outcome: result.outcome,
      inputs: result.trace.sources.map(({ as_of, value, confidence, weight, timeframe }) => [
        as_of,
        value,
        confidence,
        weight,
        timeframe,
      ]),
    })
  }
  return decisions
}
