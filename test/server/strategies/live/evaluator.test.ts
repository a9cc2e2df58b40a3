import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { NO_TRADES, type TradeHistory } from '#server/strategies/evaluator/evaluate.ts'
import { createEvaluator } from '#server/strategies/live/evaluator.ts'
import { NOON, strategyBody } from '#test/support/server/strategies.ts'

/** An evaluator whose reads of earlier acts end when the test says so, in any order. */
function harness() {
  const reads: ((acts: TradeHistory) => void)[] = []
  const unused = () => Promise.reject(new Error('not asked for'))
  const evaluator = createEvaluator({
    streams: {
      market: 'replay',
      pairs: ['BTCUSD'],
      updates$: new Subject(),
      now: () => NOON,
      prices: () => [],
      recompute: async function* () {},
    },
    strategies: { active: async () => [], pauseIneligible: async () => {} },
    decisions: {
      append: unused,
      prune: unused,
      tradeHistory: () => new Promise<TradeHistory>((done) => reads.push(done)),
    },
    stopwatch: () => 0,
    report: () => {},
  })
  const sync = (status: 'active' | 'paused', versionNumber = 1) =>
    evaluator.sync({ id: 's', status, definition: strategyBody(), versionNumber })
  return { evaluator, reads, sync, running: () => evaluator.health().active_strategies }
}

describe('overlapping status changes', () => {
  it.each(['sync', 'deactivate', 'remove'] as const)('[SG-60] a strategy stays stopped after %s', async (how) => {
    const { evaluator, reads, sync, running } = harness()
    const employed = sync('active')
    if (how === 'sync') await sync('paused')
    if (how === 'deactivate') evaluator.deactivate(['s'])
    if (how === 'remove') evaluator.remove('s')
    reads[0]?.(NO_TRADES)
    await employed

    expect(running()).toBe(0)
  })

  it('[SG-62] a strategy that never ran here loads its trade history', async () => {
    const { reads, sync } = harness()
    await sync('paused')
    void sync('active')

    expect(reads).toHaveLength(1)
  })

  it('[SG-60] it runs if that was the last request', async () => {
    const { reads, sync, running } = harness()
    const [first, , last] = [sync('active'), sync('paused'), sync('active')]
    for (const done of reads) done(NO_TRADES)
    await Promise.all([first, last])

    expect(running()).toBe(1)
  })
})
