import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { marketMinutes } from '#server/live/market-minutes.ts'
import type { CandleArchive, CandleStore } from '#server/market/ports.ts'
import { createReplaySource } from '#server/market/replay/source.ts'
import { candles, MIDNIGHT } from '#test/support/data/candles.ts'
import { recordingOf } from '#test/support/server/live.ts'
import { createFakeSource, createTestMarket } from '#test/support/server/market.ts'

const MINUTES = candles(12_000)
const timeOf = (minute: number) => (MIDNIGHT + minute * 60) * 1000

async function collect(parts: AsyncIterable<readonly Candle[]>): Promise<Candle[]> {
  const all: Candle[] = []
  for await (const part of parts) all.push(...part)
  return all
}

/** Minutes from `first` on, the last of which is still running. */
function storeFrom(first: number): CandleStore {
  const stored = MINUTES.slice(first)
  return {
    recent: (_pair, _timeframe, limit) => ({ candles: stored.slice(-limit), lastIsComplete: stored.length === 0 }),
    since: (_pair, _timeframe, sinceS, limit) => {
      const found = stored.filter(({ timestamp }) => timestamp >= sinceS)
      return { candles: found.slice(0, limit), lastIsComplete: found.length > limit }
    },
    before: () => ({ candles: [], lastIsComplete: true }),
    count: () => stored.length,
    refused: () => ({ incoherent: 0, 'off-grid': 0, ahead: 0, 'out-of-order': 0, duplicate: 0 }),
  }
}

const archive: Pick<CandleArchive, 'between' | 'extent'> = {
  between: async (_pair, fromS, untilS) =>
    MINUTES.slice(0, 9_000).filter(({ timestamp }) => timestamp >= fromS && timestamp < untilS),
  extent: async (_pair, untilS = Infinity) => {
    const before = MINUTES.slice(0, 9_000).filter(({ timestamp }) => timestamp < untilS)
    return { firstS: MIDNIGHT, lastS: before.at(-1)?.timestamp ?? 0, count: before.length }
  },
}

describe('the minutes of the market', () => {
  const { deps } = createTestMarket(timeOf(0))

  it('[BT-40] are those of the archive, then those in memory, without the running one', async () => {
    const harness = createTestMarket(timeOf(0))
    const minutes = marketMinutes(createFakeSource(harness), storeFrom(6_000), archive)

    expect(await minutes.coverage('BTCUSD')).toEqual({ from: timeOf(0), to: timeOf(11_999), minutes: 11_999 })
    expect(await collect(minutes.load('BTCUSD', timeOf(-100), timeOf(20_000)))).toEqual(MINUTES.slice(0, -1))
    expect(await collect(minutes.load('BTCUSD', timeOf(5_990), timeOf(6_010)))).toEqual(MINUTES.slice(5_990, 6_010))
  })

  it('[BT-40] are those of the archive alone for a pair that another process leads', async () => {
    const minutes = marketMinutes(createFakeSource(createTestMarket(timeOf(0))), storeFrom(12_000), archive)

    expect(await minutes.coverage('ETHUSD')).toEqual({ from: timeOf(0), to: timeOf(9_000), minutes: 9_000 })
    expect(await collect(minutes.load('ETHUSD', timeOf(10), timeOf(20_000)))).toEqual(MINUTES.slice(10, 9_000))
  })

  it('[BT-40] of a replay are all that was recorded', async () => {
    const source = createReplaySource(recordingOf(MINUTES), 1, deps)
    const minutes = marketMinutes(source, storeFrom(11_999), undefined)

    expect(minutes.label).toBe('Replay · BTCUSD-test.csv.gz')
    expect(await minutes.coverage('BTCUSD')).toEqual({ from: timeOf(0), to: timeOf(12_000), minutes: 12_000 })
    expect(await minutes.coverage('ETHUSD')).toBeUndefined()
    expect(await collect(minutes.load('BTCUSD', timeOf(10), timeOf(11_000)))).toEqual(MINUTES.slice(10, 11_000))
    expect(await collect(minutes.load('ETHUSD', 0, timeOf(11_000)))).toEqual([])
  })
})
