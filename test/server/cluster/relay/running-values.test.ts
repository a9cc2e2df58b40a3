import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { inOrder } from '#server/cluster/remote-data.ts'
import type { AnalyticsPublication } from '#server/streams/analytics-feed.ts'

const KEY = 'tdp:kraken:BTCUSD:technical_indicators:m1'
const update = (seq: number, epoch = 'e1'): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: 0,
  seq,
  epoch,
  data: { stream_key: KEY },
})

function setUp() {
  const entries = new Subject<AnalyticsPublication>()
  const running = new Subject<AnalyticsUpdate>()
  const published: string[] = []
  let known = 0
  inOrder(entries, running, { epoch: () => 'e1', lastSeq: () => known }).subscribe(({ delivery, update: { seq } }) =>
    published.push(`${delivery} ${seq}`),
  )
  return {
    published,
    run: (seq: number, epoch?: string) => running.next(update(seq, epoch)),
    append: (seq: number) => {
      known = seq
      entries.next({ key: KEY, delivery: 'lossless', update: update(seq) })
    },
  }
}

describe('running values of another process', () => {
  it('[RL-6] follow the entry that they were computed after', () => {
    const { published, run, append } = setUp()
    append(1)
    run(1)
    run(2)
    expect(published).toEqual(['lossless 1', 'latest 1'])
    append(2)
    expect(published.slice(2)).toEqual(['lossless 2', 'latest 2'])
    append(3)
    run(2)
    expect(published.slice(4)).toEqual(['lossless 3'])
  })

  it('[RL-6] are dropped if a later entry came before the one they wait for, or their epoch is another', () => {
    const { published, run, append } = setUp()
    run(1)
    append(2)
    append(3)
    run(3, 'e0')
    expect(published).toEqual(['lossless 2', 'lossless 3'])
  })
})
