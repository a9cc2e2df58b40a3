import { describe, expect, it } from 'vitest'
import type { Provenance } from '#contract/provenance.ts'
import { wrap } from '#contract/streams.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'

const BTC = 'tdp:kraken:BTCUSD:technical_indicators:m1'
const ETH = 'tdp:kraken:ETHUSD:technical_indicators:m1'
const at = (ms: number): Provenance => ({ market: 'replay', exchange_time: ms / 2, received_at: ms, published_at: ms })
const snapshot = (rsi: number) => wrap('TechnicalIndicator', { rsi_14: rsi })

async function feedWith(entries: readonly (readonly [string, number])[], keep = 10) {
  const log = createMemoryLog({ epoch: 'e1', capacity: keep })
  const feed = createAnalyticsFeed(log)
  for (const [key, ms] of entries) await log.append(key, snapshot(ms), at(ms))
  return { log, feed }
}

const ids = (resumed: Awaited<ReturnType<Awaited<ReturnType<typeof feedWith>>['feed']['resume']>>) =>
  resumed === 'discontinuity' ? resumed : resumed.map(({ message_id }) => message_id)

describe('analytics feed', () => {
  it('[SL-8] publishes an entry with its key, wrapper, market time, and position in the stream', async () => {
    const { feed } = await feedWith([[BTC, 1_000]])
    expect(feed.latest()).toEqual([
      {
        type: 'AnalyticsUpdate',
        data: {
          stream_key: BTC,
          data: { TechnicalIndicator: { rsi_14: 1_000 } },
          timestamp: 500,
          message_type: 'TechnicalIndicator',
          provenance: at(1_000),
        },
        timestamp: 1_000,
        trading_pair: 'BTC/USD',
        seq: 1,
        epoch: 'e1',
        message_id: '1000-0',
      },
    ])
  })

  it('[SL-9] lists length and last id of each stream', async () => {
    const { feed } = await feedWith([
      [BTC, 1_000],
      [BTC, 2_000],
      [ETH, 1_500],
    ])
    expect(feed.streams()).toEqual({
      [BTC]: { length: 2, last_message_id: '2000-0' },
      [ETH]: { length: 1, last_message_id: '1500-0' },
    })
  })

  it('[SL-10] resumes with exactly the missed entries, across streams in order', async () => {
    const { feed } = await feedWith([
      [BTC, 1_000],
      [ETH, 1_100],
      [BTC, 2_000],
      [ETH, 2_100],
      [BTC, 3_000],
    ])
    expect(ids(await feed.resume({ [BTC]: '1000-0', [ETH]: '2100-0' }, 'e1'))).toEqual(['2000-0', '3000-0'])
    expect(ids(await feed.resume({ [BTC]: '1000-0' }, 'e1'))).toEqual(['2000-0', '2100-0', '3000-0'])
  })

  it('[SL-11] reports a discontinuity for another epoch or dropped entries', async () => {
    const { feed } = await feedWith(
      [
        [BTC, 1_000],
        [BTC, 2_000],
        [BTC, 3_000],
        [BTC, 4_000],
      ],
      2,
    )
    expect(await feed.resume({ [BTC]: '3000-0' }, 'e0')).toBe('discontinuity')
    expect(await feed.resume({ [BTC]: '1000-0' }, 'e1')).toBe('discontinuity')
    expect(ids(await feed.resume({ [BTC]: '3000-0' }, 'e1'))).toEqual(['4000-0'])
  })
})
