import { describe, expect, it } from 'vitest'
import type { StrategyParts } from '#contract/strategies/definition.ts'
import type { Side } from '#contract/strategies/names.ts'
import { contributionsOf, followParts } from '#server/backtests/contributions/contributions.ts'
import { createLeftOut, leaveOneOut } from '#server/backtests/contributions/left-out.ts'
import { rowFrom } from '#server/backtests/trading/candle-columns.ts'
import { simulate } from '#server/backtests/trading/simulate.ts'
import { seededRandom } from '#server/lib/random.ts'
import { NO_TRADES, prepare, step } from '#server/strategies/evaluator/evaluate.ts'
import { advance, EMPTY_MARKET_STATE } from '#server/strategies/evaluator/market-state.ts'
import { createSharedRules, type SharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import type { SignalUpdate } from '#server/strategies/signal-extractors/extract.ts'
import { madeCandles } from '#test/support/data/made-backtests.ts'
import { ruleOver, sourceOn, strategyBody, streamSignal } from '#test/support/server/strategies.ts'

const STREAMS = ['m1', 'm5', 'm15'].map((timeframe) => `technical_indicators:${timeframe}`)
/** Minutes between two entries of each. */
const PACES = [1, 5, 15]
const MINUTE_MS = 60_000
const candles = madeCandles({ days: 1, rowsPerDay: 1_440, seed: 3 })

const STRATEGY = strategyBody({
  signal_sources: STREAMS.map((stream) => sourceOn(stream, { threshold_buy: 0.2, threshold_sell: 0.2 })),
  confluence_rules: [
    ruleOver(['m1', 'm5'], { id: 'both', consensus_threshold: 0.5 }),
    ruleOver(['m5', 'm15'], { id: 'most', operator: 'weighted_average', consensus_threshold: 0.3, minimum_sources: 1 }),
  ],
  risk_parameters: { max_daily_trades: 20, signal_cooldown_minutes: 7, min_signal_strength: 0.3 },
})

/** Signals at random, of each stream at its own pace. */
function updates(): SignalUpdate[] {
  const random = seededRandom(8)
  return Array.from(candles.at, (opened, row): SignalUpdate => {
    const at = opened + MINUTE_MS
    const due = STREAMS.filter((_, n) => row % (PACES[n] ?? 1) === 0)
    return {
      at,
      price: candles.close[row],
      volumeRatio: 1,
      signals: new Map(
        due.map((stream) => [
          `tdp:kraken:BTCUSD:${stream}`,
          streamSignal({ score: 2 * random() - 1, confidence: 0.5 + random() / 2 }, { asOf: at }),
        ]),
      ),
      unreadable: [],
    }
  })
}

const UPDATES = updates().slice(0, 720)

/** Decides as live, minute by minute. */
function decisionsOf(
  strategy: StrategyParts,
  shared?: SharedRules,
  onEvaluation?: (evaluated: { at: number; price: number | undefined }) => void,
) {
  const prepared = prepare(strategy, 'BTCUSD')
  let [market, trades] = [EMPTY_MARKET_STATE, NO_TRADES]
  const decisions: { at: number; side: Side }[] = []
  for (const update of UPDATES) {
    market = advance(market, update)
    const result = step(prepared, market, trades, update)
    if (!result) continue
    trades = result.trades
    shared?.moveTo(market, update.at)
    onEvaluation?.({ at: update.at, price: market.price })
    const { decision_type: side } = result.outcome
    if (side !== 'HOLD') decisions.push({ at: update.at, side })
  }
  return decisions
}

describe('leaving parts out of a run', () => {
  it('[BR-20] decides what the strategy without the part would have decided by itself', () => {
    const shared = createSharedRules(prepare(STRATEGY, 'BTCUSD').sources)
    const leftOut = createLeftOut(STRATEGY, 'BTCUSD', shared)
    decisionsOf(STRATEGY, shared, ({ at }) => leftOut.add(at))
    const found = leftOut.result()

    expect(found.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'source m1',
      'source m5',
      'source m15',
      'rule both',
      'rule most',
    ])
    leaveOneOut(STRATEGY).forEach(({ strategy }, n) => expect(found[n]!.decisions).toEqual(decisionsOf(strategy!)))
    expect(found.every(({ decisions }) => decisions!.length > 10)).toBe(true)
  })

  it('[BR-21] [BR-22] trades without each part, and counts the votes', () => {
    const shared = createSharedRules(prepare(STRATEGY, 'BTCUSD').sources)
    const follower = followParts(STRATEGY, 'BTCUSD', shared)
    const decisions = decisionsOf(STRATEGY, shared, follower.add).map(({ at, side }) => ({
      row: rowFrom(candles, at - MINUTE_MS),
      side,
    }))
    const terms = {
      capital: 1_000,
      fee: 0,
      halfSpread: 0,
      rangeShare: 0,
      allowShort: true,
      position: null,
      stop: null,
      target: null,
    }
    const found = contributionsOf({
      candles,
      decisions,
      terms,
      simulation: simulate(candles, decisions, terms),
      leftOut: follower.leftOut(),
      votes: follower.votes,
      seed: 1,
    })

    expect(found.without.map(({ id }) => id)).toEqual(['m1', 'm5', 'm15', 'both', 'most'])
    for (const each of found.without) {
      expect(each.shared + each.only_with).toBe(decisions.length)
      expect(each.return).not.toBeNull()
      // One day is too few for an interval.
      expect(each.gain).toBeNull()
    }
    expect(found.sources.map(({ source_id: id }) => id)).toEqual(['m1', 'm5', 'm15'])
    expect(found.sources[0]!.record.count).toBeGreaterThan(5)
    expect(found.pairs).toHaveLength(3)
  })
})
