import { setImmediate as nextTurn } from 'node:timers/promises'
import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import { candleKey } from '#contract/payloads/streams.ts'
import type { Candle } from '#contract/candles.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { pastMinutes } from '#server/live/stream-history.ts'
import { createCandleStore } from '#server/market/store/store.ts'
import { createAnalyticsFeed } from '#server/streams/analytics-feed.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import type { StreamLog } from '#server/streams/ports.ts'
import { createPublisher, type MarketEvent, type PublishedUpdate } from '#server/streams/publisher.ts'
import { walk } from '#test/support/data/analysis.ts'

const START_S = 1_560_038_400
/** All: what an analysis makes of a minute depends on how far back it knows the market. */
const SEED_CANDLES = 2_000
const MINUTES = walk({ count: 1_760, seed: 11, start: START_S })
/** What an uninterrupted process knew when it started. */
const FIRST = 1_640

/** A process on a log that starts when the market has had some minutes. */
async function startProcess(
  log: StreamLog,
  known: number,
  report: (error: unknown) => void = (error) => {
    throw error
  },
) {
  const store = createCandleStore(() => Infinity)
  const builder = store.builderOf('BTCUSD')
  builder.seed('M1', MINUTES.slice(0, known))
  const events$ = new Subject<MarketEvent>()
  const updates: PublishedUpdate[] = []
  const publisher = createPublisher({
    log,
    feed: createAnalyticsFeed(log),
    events$,
    market: 'kraken',
    pairs: ['BTCUSD'],
    closedCandles(pair, timeframe: Timeframe) {
      const { candles, lastIsComplete } = store.recent(pair, timeframe, SEED_CANDLES)
      return lastIsComplete ? candles : candles.slice(0, -1)
    },
    pastMinutes: (pair, from, until) => pastMinutes(store, pair, { from, until, seedCandles: SEED_CANDLES }),
    now: () => 1_700_000_000_000,
    report,
  })
  publisher.updates$.subscribe((update) => updates.push(update))
  await publisher.start()
  return {
    updates,
    status: () => publisher.health().status,
    async close(minute: Candle) {
      const result = builder.ingest(minute, true)
      const rollups = 'rollups' in result ? result.rollups : []
      const exchangeTime = (minute.timestamp + 60) * 1000
      events$.next({ kind: 'closed', pair: 'BTCUSD', candle: minute, rollups, exchangeTime, receivedAt: exchangeTime })
      while (publisher.backlog() > 0) await nextTurn()
    },
    stop: () => publisher.stop(),
  }
}

/** What the streams have, without the ids and times of this or that process. */
async function contentOf(log: StreamLog) {
  const contents: Record<string, readonly string[]> = {}
  for (const key of await log.keys()) {
    const entries = (await log.recent(key, 1_000)).filter(({ seq }) => seq > 0)
    contents[key] = entries.map(({ seq, data, provenance: { exchange_time: at } }) => JSON.stringify([seq, at, data]))
  }
  return contents
}

async function uninterrupted(last: number) {
  const log = createMemoryLog({ epoch: 'e1' })
  const process = await startProcess(log, FIRST)
  for (const minute of MINUTES.slice(FIRST, last)) await process.close(minute)
  process.stop()
  return log
}

const atEnd = (n: number): number => (START_S + n * 60) * 1000

describe('a new leader', () => {
  it('[LD-40] publishes the minutes since the last one in the log, each once, as an uninterrupted process would have', async () => {
    const log = createMemoryLog({ epoch: 'e1' })
    const earlier = await startProcess(log, FIRST)
    for (const minute of MINUTES.slice(FIRST, 1_663)) await earlier.close(minute)
    earlier.stop()
    const later = await startProcess(log, 1_725)
    for (const minute of MINUTES.slice(1_725, 1_740)) await later.close(minute)
    later.stop()

    expect(await contentOf(log)).toEqual(await contentOf(await uninterrupted(1_740)))
    // Strategies read the state at which the earlier process ended, and then decide on every minute, once.
    expect(later.updates.map(({ kind, at }) => [kind, at])).toEqual([
      ['initial', atEnd(1_663)],
      ...Array.from({ length: 77 }, (_, index) => ['closed', atEnd(1_664 + index)]),
    ])
  })

  it('[LD-41] completes a minute within which the earlier process ended', async () => {
    const whole = await uninterrupted(1_700)
    const cut = createMemoryLog({ epoch: 'e1' })
    // Of the last minute only its first entries: the candle, and what is stored of the streams before this one.
    for (const [index, key] of (await whole.keys()).entries()) {
      const entries = (await whole.recent(key, 1_000)).filter(({ seq }) => seq > 0).toReversed()
      for (const { data, provenance } of entries) {
        const isStored = provenance.exchange_time < atEnd(1_700) || key === candleKey('BTCUSD', 'M1') || index < 3
        if (isStored) await cut.append(key, data, provenance)
      }
    }
    expect(await contentOf(cut)).not.toEqual(await contentOf(whole))
    const later = await startProcess(cut, 1_700)
    later.stop()
    expect(await contentOf(cut)).toEqual(await contentOf(whole))
  })

  it('[LD-42] publishes no minute again that its market repeats', async () => {
    const log = await uninterrupted(1_700)
    const before = await contentOf(log)
    const later = await startProcess(log, 1_690)
    for (const minute of MINUTES.slice(1_690, 1_700)) await later.close(minute)
    expect(await contentOf(log)).toEqual(before)
    const next = MINUTES[1_700]
    if (next) await later.close(next)
    later.stop()
    expect(await contentOf(log)).toEqual(await contentOf(await uninterrupted(1_701)))
  })

  it('[LD-40] that failed to publish them does so with the next minute, and is healthy then', async () => {
    const log = await uninterrupted(1_663)
    let failures = 1
    const failing: StreamLog = Object.create(log, {
      append: {
        value: (...entry: Parameters<StreamLog['append']>) =>
          failures-- > 0 ? Promise.reject(new Error('lost')) : log.append(...entry),
      },
    })
    const reported: unknown[] = []
    const later = await startProcess(failing, 1_665, (error) => void reported.push(error))
    expect([reported.length, later.status()]).toEqual([1, 'degraded'])
    for (const minute of MINUTES.slice(1_665, 1_667)) await later.close(minute)
    later.stop()
    expect(later.status()).toBe('healthy')
    expect(await contentOf(log)).toEqual(await contentOf(await uninterrupted(1_667)))
  })
})
