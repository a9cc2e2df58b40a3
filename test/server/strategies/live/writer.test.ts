import { describe, expect, it } from 'vitest'
import { createDecisionWriter } from '#server/strategies/live/writer.ts'
import type { DecisionRow, DecisionStore } from '#server/strategies/store/decisions.ts'

const row = (n: number): DecisionRow => ({
  strategyId: `s${n % 3}`,
  pair: 'BTCUSD',
  decidedAt: n,
  type: 'HOLD',
  confidence: 0,
  strength: 0,
  signals: 0,
  confidenceSum: 0,
  versionNumber: 1,
  evidence: { sources: [], minutes_since_act: null, acts_today: 0 },
})
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => row(from + n))

function harness() {
  const state = { written: [] as number[], pruned: [] as string[], fails: false }
  const reports: unknown[] = []
  const store: Pick<DecisionStore, 'append' | 'prune'> = {
    append: async (batch) => {
      if (state.fails) throw new Error('the disk is full')
      state.written.push(...batch.map(({ decidedAt }) => decidedAt))
    },
    prune: async (id) => void state.pruned.push(id),
  }
  return { state, reports, writer: createDecisionWriter(store, (error) => reports.push(error)) }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n)

describe('writing decisions', () => {
  it('[SG-67] in order, however many are waiting', async () => {
    const { state, writer } = harness()
    writer.write(rows(0, 60))
    writer.write(rows(60, 70))
    await writer.settled()

    expect([state.written, writer.unwritten(), writer.failure()]).toEqual([numbers(0, 70), 0, undefined])
  })

  it('[SG-67] a failed write is repeated with the next one, once', async () => {
    const { state, reports, writer } = harness()
    state.fails = true
    writer.write(rows(0, 30))
    await writer.settled()
    expect([state.written, writer.unwritten(), writer.failure(), reports]).toEqual([
      [],
      30,
      'the disk is full',
      [new Error('the disk is full')],
    ])
    state.fails = false
    writer.write(rows(30, 31))
    await writer.settled()

    expect([state.written, writer.unwritten(), writer.failure()]).toEqual([numbers(0, 31), 0, undefined])
  })

  it('[SG-67] drops the oldest decisions when too many are waiting', async () => {
    const { state, writer } = harness()
    state.fails = true
    writer.write(rows(0, 10_500))
    await writer.settled()
    state.fails = false
    writer.write([])
    await writer.settled()

    expect([state.written.length, state.written[0]]).toEqual([10_000, 500])
  })

  it('[SG-64] prunes each strategy after at most a hundred decisions, not all at once', async () => {
    const { state, writer } = harness()
    writer.write(rows(0, 301))
    await writer.settled()

    expect(state.pruned).toEqual(['s2', 's1', 's0'])
  })
})
