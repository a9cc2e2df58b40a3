import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { NO_TRADES, type TradeHistory } from '#server/strategies/evaluator/evaluate.ts'
import { createEvaluator } from '#server/strategies/live/evaluator.ts'
import type { StoredStrategy } from '#server/strategies/store/rows.ts'
import { NOON, strategyBody } from '#test/support/server/strategies.ts'

const STORED: StoredStrategy = {
  id: 's',
  userId: 'u',
  status: 'active',
  pausedBecause: null,
  stoppedAt: null,
  archivedAt: null,
  definition: strategyBody(),
  versionNumber: 1,
  editedAt: null,
  sharedWithViewers: false,
  createdAt: NOON,
  updatedAt: NOON,
}

/** An evaluator whose reads of earlier acts end when the test says so, in any order. */
function harness(pauseIneligible = async () => {}) {
  const reads: ((acts: TradeHistory) => void)[] = []
  let stored: StoredStrategy | undefined
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
    strategies: {
      active: async () => [],
      activeVersions: async () => new Map(stored?.status === 'active' ? [[stored.id, stored.versionNumber]] : []),
      find: async () => stored,
      pauseIneligible,
    },
    decisions: {
      append: unused,
      prune: unused,
      tradeHistory: () => new Promise<TradeHistory>((done) => reads.push(done)),
    },
    stopwatch: () => 0,
    report: () => {},
  })
  const store = (status: 'active' | 'paused' | undefined) => {
    stored = status && { ...STORED, status }
  }
  /** Changes the strategy and waits until its trade history is read, if it is. */
  const change = async (status: 'active' | 'paused' | undefined) => {
    store(status)
    const refreshed = evaluator.refresh('s')
    await Promise.resolve()
    await Promise.resolve()
    return { refreshed }
  }
  return { evaluator, reads, store, change, running: () => evaluator.health().active_strategies }
}

describe('overlapping status changes', () => {
  it.each(['pause', 'deactivate', 'delete'] as const)('[SG-60] a strategy stays stopped after %s', async (how) => {
    const { evaluator, reads, change, running } = harness()
    const { refreshed } = await change('active')
    if (how === 'deactivate') evaluator.deactivate(['s'])
    else await (await change(how === 'pause' ? 'paused' : undefined)).refreshed
    reads[0]?.(NO_TRADES)
    await refreshed

    expect(reads).toHaveLength(1)
    expect(running()).toBe(0)
  })

  it('[SG-62] a strategy that never ran here loads its trade history', async () => {
    const { reads, change } = harness()
    await change('paused')
    await change('active')

    expect(reads).toHaveLength(1)
  })

  it('[SG-60] it runs if that was the last request', async () => {
    const { reads, change, running } = harness()
    const first = await change('active')
    await change('paused')
    const last = await change('active')
    for (const done of reads) done(NO_TRADES)
    await Promise.all([first.refreshed, last.refreshed])

    expect(running()).toBe(1)
  })

  it('[SG-60] runs as it was changed by another process since the request', async () => {
    const { evaluator, store, change, running } = harness()
    store('active')
    const requested = evaluator.refresh('s')
    await (
      await change('paused')
    ).refreshed
    await requested

    expect(running()).toBe(0)
  })
})

describe('changes that no event reported', () => {
  it('[OP-51] are found by comparing what runs with what is stored', async () => {
    const { evaluator, reads, store, running } = harness()
    store('active')
    const found = evaluator.refreshAll()
    await expect.poll(() => reads).toHaveLength(1)
    reads[0]?.(NO_TRADES)
    await found
    expect(running()).toBe(1)

    store('paused')
    await evaluator.refreshAll()
    expect(running()).toBe(0)
    store('active')
    await evaluator.refreshAll()
    expect(running()).toBe(1)
    store(undefined)
    await evaluator.refreshAll()
    expect(running()).toBe(0)
  })
})

describe('a stop while the strategies are being loaded', () => {
  it('[SG-60] waits until they are, so that nothing is stored afterwards', async () => {
    let done = () => {}
    const paused = new Promise<void>((resolve) => (done = resolve))
    const { evaluator } = harness(() => paused)
    void evaluator.start()
    let isStopped = false
    const stopping = evaluator.stop().then(() => (isStopped = true))
    await new Promise(setImmediate)
    expect(isStopped).toBe(false)
    done()
    await stopping
  })
})
