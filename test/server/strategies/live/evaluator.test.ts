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
  const heed = (status: 'active' | 'paused') => evaluator.sync({ id: 's', status, definition: strategyBody() })
  return { evaluator, reads, heed, working: () => evaluator.health().active_strategies }
}

describe('changes of status that overtake one another', () => {
  it.each(['heed', 'rest', 'dismiss'] as const)('[SG-60] a strategy stays out of work: %s', async (how) => {
    const { evaluator, reads, heed, working } = harness()
    const employed = heed('active')
    if (how === 'heed') await heed('paused')
    if (how === 'rest') evaluator.deactivate(['s'])
    if (how === 'dismiss') evaluator.remove('s')
    reads[0]?.(NO_TRADES)
    await employed

    expect(working()).toBe(0)
  })

  it('[SG-62] what never worked here is not thought to have no past', async () => {
    const { reads, heed } = harness()
    await heed('paused')
    void heed('active')

    expect(reads).toHaveLength(1)
  })

  it('[SG-60] it works when that was the last wish', async () => {
    const { reads, heed, working } = harness()
    const [first, , last] = [heed('active'), heed('paused'), heed('active')]
    for (const done of reads) done(NO_TRADES)
    await Promise.all([first, last])

    expect(working()).toBe(1)
  })
})
