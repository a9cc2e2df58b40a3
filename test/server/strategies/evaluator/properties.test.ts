import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { customStrategySchema, type CustomStrategy } from '#contract/strategies/definition.ts'
import { traceSchema, type Trace } from '#contract/strategies/trace.ts'
import { decide, decideFromTrace } from '#server/strategies/evaluator/decide.ts'
import { evaluate, prepare, type TradeHistory } from '#server/strategies/evaluator/evaluate.ts'
import type { MarketState } from '#server/strategies/evaluator/market-state.ts'
import { applyChanges, nearestMiss } from '#server/strategies/evaluator/nearest-miss.ts'
import { createSharedRules } from '#server/strategies/evaluator/shared-rules.ts'
import { fromStored, storedEvidenceSchema, toStored } from '#server/strategies/store/evidence.ts'
import { anyTradeHistory, anyMarketState, anyStrategy } from '#test/support/server/strategies-arbitrary.ts'
import { decideByRules } from '#test/support/server/strategies-oracle.ts'
import { NOON } from '#test/support/server/strategies.ts'

const CASES = Number(process.env['PAIRBOT_TEST_STRATEGY_CASES'] ?? 300)
const SETTINGS = { numRuns: CASES, seed: 7 }
const PATIENCE = { timeout: 60_000 + CASES * 50 }

const decided = (strategy: CustomStrategy, picture: MarketState, acts: TradeHistory) =>
  evaluate(prepare(strategy, 'BTCUSD'), picture, acts, NOON)

/** As it comes back over the wire. */
const sent = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T

const check = (property: (strategy: CustomStrategy, picture: MarketState, acts: TradeHistory) => void) =>
  fc.assert(fc.property(anyStrategy, anyMarketState, anyTradeHistory, property), SETTINGS)

/** The trace with every result in it turned around. */
const withFalseVerdicts = (trace: Trace): Trace => ({
  ...trace,
  sources: trace.sources.map((source) => ({ ...source, vote: 'HOLD', discarded: 'too_old' })),
  rules: trace.rules.map((rule) => ({
    ...rule,
    side: 'HOLD',
    unmet: ['side'],
    strength: 0,
    reached: { sources: 0, total_weight: 0, consensus: 0, average: null },
  })),
  blocked_by: ['rules'],
})

describe(`any strategy on any market (${CASES} cases)`, PATIENCE, () => {
  it('[SG-42] the trace alone reproduces the decision, and so do the documented rules', () => {
    const types = new Set<string>()
    check((strategy, picture, acts) => {
      const { outcome, trace } = decided(strategy, picture, acts)
      types.add(outcome.decision_type)
      const wire = sent(trace)

      expect(customStrategySchema.safeParse(strategy).success).toBe(true)
      expect(traceSchema.parse(wire)).toEqual(trace)
      expect(decideFromTrace(wire)).toEqual(outcome)
      expect(decideFromTrace(withFalseVerdicts(wire))).toEqual(outcome)
      expect(decideByRules(wire)).toBe(outcome.decision_type)
      expect(trace.blocked_by.length > 0).toBe(outcome.decision_type === 'HOLD')
    })
    expect(types).toEqual(new Set(['BUY', 'SELL', 'HOLD']))
  })

  it('[BT-10] rules that are followed from minute to minute come to what a decision of each minute traces', () => {
    let reused = 0
    check((strategy, picture, acts) => {
      const prepared = prepare(strategy, 'BTCUSD')
      const shared = createSharedRules(prepared.sources)
      const rules = prepared.rules.map(shared.follow)
      const busy = { ...picture, volumeRatio: 1.3 }
      const silent = { ...picture, signals: new Map([...picture.signals].slice(1)) }
      let before: unknown[] = []
      ;[picture, picture, busy, busy, silent, silent, picture].forEach((market, minute) => {
        const at = NOON + minute * 60_000
        shared.moveTo(market, at)
        const results = rules.map((rule) => rule())
        const { trace } = evaluate(prepared, market, acts, at)
        expect(trace.rules).toMatchObject(results)
        expect(shared.votes()).toEqual(trace.sources.map(({ vote, discarded }) => discarded ?? vote))
        reused += results.filter((result) => before.includes(result)).length
        before = results
      })
    })
    expect(reused).toBeGreaterThan(CASES)
  })

  it('[SG-50] [SG-51] applying the nearest miss of a HOLD flips the result, and no part of it alone does', () => {
    check((strategy, picture, acts) => {
      const { outcome, trace } = decided(strategy, picture, acts)
      const miss = nearestMiss(sent(trace))
      if (outcome.decision_type !== 'HOLD') {
        expect(miss).toBeNull()
        return
      }
      if (!miss) throw new Error('no way out of a HOLD')

      expect(decideByRules(decide(applyChanges(trace, sent(miss.changes))).trace)).toBe(miss.toward)
      expect(miss.sentence).toMatch(new RegExp(`^For a ${miss.toward} .+\\.$`))
      for (const change of miss.changes) {
        const others = miss.changes.filter((each) => each !== change)
        expect(decide(applyChanges(trace, others)).outcome.decision_type).not.toBe(miss.toward)
      }
      const named = miss.changes.slice(0, 3).flatMap((change) => (change.kind === 'signal' ? change.source_id : []))
      for (const id of named) expect(miss.sentence).toContain(`"Source ${id}" needed `)
    })
  })

  it('[SG-61] stored evidence and definition restore the complete trace', () => {
    check((strategy, picture, acts) => {
      const conclusion = decided(strategy, picture, acts)
      const renewed = new Set(['s0'])
      const stored = storedEvidenceSchema.parse(sent(toStored({ ...conclusion, trades: acts, renewed })))

      expect(stored.sources.map((source) => source.new)).toEqual(strategy.signal_sources.map(({ id }) => id === 's0'))
      expect(decide(fromStored(strategy, 'BTCUSD', NOON, stored))).toEqual({
        outcome: conclusion.outcome,
        trace: conclusion.trace,
      })
    })
  })
})
