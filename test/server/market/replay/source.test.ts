import { gunzipSync } from 'node:zlib'
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCoherent, type Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { SourceEvent } from '#server/market/ports.ts'
import { readRecording, type Recording } from '#server/market/replay/recording.ts'
import { createReplaySource } from '#server/market/replay/source.ts'
import { foldMinutes } from '#server/market/store/fold.ts'
import { createSeries } from '#server/market/store/series.ts'
import { candleAt, createTestMarket, T0_S, historyOf } from '#test/support/server/market.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { stagesOf } from '#server/market/replay/playback.ts'

function recordingOf(minutes: Partial<Record<PairId, readonly Candle[]>>): Recording {
  const series = Object.entries(minutes).map(([pair, candles]) => {
    const made = createSeries(1e6)
    made.replace(candles)
    return [pair as PairId, made] as const
  })
  return { name: 'BTCUSD-test.csv.gz', minutes: new Map(series), issues: [] }
}

const stretch = (from: number, count: number, price = 100) =>
  Array.from({ length: count }, (_, minute) => candleAt(from + minute, price + (minute % 5)))

/** Wall time is years after the recording, as in life. */
const WALL_MS = (T0_S + 300 * 86_400) * 1000

function play(recording: Recording, speed: number) {
  const harness = createTestMarket(WALL_MS)
  const source = createReplaySource(recording, speed, harness.deps)
  const events: SourceEvent[] = []
  const subscription = source.events$.subscribe((event) => events.push(event))
  return { ...harness, source, events, subscription }
}

const minutesOf = (events: readonly SourceEvent[], kind: 'partial' | 'closed', pair: PairId = 'BTCUSD') =>
  events.flatMap((event) => (event.kind === kind && event.pair === pair ? [event.candle] : []))

describe('replay', () => {
  it('[MK-36] begins with history: a quarter of the span, at least 500 minutes, never more than half', async () => {
    const starts = [4_000, 1_200, 400, 100_000].map((count) => {
      const { source } = play(recordingOf({ BTCUSD: stretch(0, count) }), 1)
      return (source.clock.now() / 1000 - T0_S) / 60
    })
    expect(starts).toEqual([1_000, 500, 200, 7 * 1_440])
    const { source } = play(recordingOf({ BTCUSD: stretch(0, 4_000) }), 1)
    expect(await historyOf(source, 'BTCUSD', 'M1', 500)).toEqual(stretch(0, 1_000).slice(-500))
    expect(await historyOf(source, 'BTCUSD', 'H1', 99)).toEqual(foldMinutes(stretch(0, 960), 'H1'))
    expect(await historyOf(source, 'ETHUSD', 'M1', 99)).toEqual([])
  })

  it('[MK-37] plays every minute after that with its recorded time, ending in the recorded row', () => {
    const rows = stretch(0, 1_200)
    const { events, scheduler } = play(recordingOf({ BTCUSD: rows }), 60)
    scheduler.advance(10_000)
    expect(minutesOf(events, 'closed')).toEqual(rows.slice(500, 510))
    const last = events.filter((event, index) => event.kind === 'partial' && events[index + 1]?.kind === 'closed')
    expect(last.map((event) => 'candle' in event && event.candle)).toEqual(rows.slice(500, 510))
    const closing = events.find(({ kind }) => kind === 'closed')
    expect(closing).toMatchObject({ exchangeTime: (T0_S + 501 * 60) * 1000, receivedAt: WALL_MS + 1_000 })
  })

  it('[MK-37] emits a growing minute several times a second', () => {
    const { events, scheduler } = play(recordingOf({ BTCUSD: stretch(0, 1_200) }), 1)
    scheduler.advance(30_000)
    const partials = minutesOf(events, 'partial')
    expect(partials.length).toBeGreaterThan(50)
    expect(partials.every((candle) => isCoherent(candle) && candle.volume <= 1.5)).toBe(true)
    expect(new Set(partials.map(({ close }) => close)).size).toBeGreaterThan(10)
  })

  it('[MK-37] skips an absent minute and lets its time pass', () => {
    const rows = [...stretch(0, 503), ...stretch(506, 700)]
    const { events, scheduler } = play(recordingOf({ BTCUSD: rows }), 60)
    scheduler.advance(5_900)
    expect(minutesOf(events, 'closed').map(({ timestamp }) => (timestamp - T0_S) / 60)).toEqual([500, 501, 502])
    scheduler.advance(1_200)
    expect(minutesOf(events, 'closed').map(({ timestamp }) => (timestamp - T0_S) / 60)).toEqual([500, 501, 502, 506])
  })

  it('[MK-38] runs the market clock on recorded time at the given speed from the subscription on', () => {
    const harness = createTestMarket(WALL_MS)
    const source = createReplaySource(recordingOf({ BTCUSD: stretch(0, 4_000) }), 60, harness.deps)
    const start = (T0_S + 1_000 * 60) * 1000
    harness.scheduler.advance(5_000)
    expect([source.clock.now(), source.clock.speed]).toEqual([start, 60])
    source.events$.subscribe()
    harness.scheduler.advance(2_500)
    expect(source.clock.now()).toBe(start + 150_000)
  })

  it('[MK-40] SC-15 at a speed that nobody can follow: short slices, every minute, a clock that waits', () => {
    const rows = stretch(0, 8_000)
    const harness = createTestMarket(WALL_MS)
    // Each report takes 4 ms, during which the wall clock goes on.
    let workedMs = 0
    const now = () => harness.scheduler.now() + workedMs
    const source = createReplaySource(recordingOf({ BTCUSD: rows }), 100_000, { ...harness.deps, now })
    const events: SourceEvent[] = []
    source.events$.subscribe((event) => {
      events.push(event)
      workedMs += 4
    })
    const perTick: number[] = []
    const ahead: number[] = []
    const times: number[] = []
    for (let tick = 0; tick < 400; tick += 1) {
      const before = workedMs
      harness.scheduler.advance(10)
      perTick.push(workedMs - before)
      times.push(source.clock.now())
      const played = minutesOf(events, 'closed').at(-1)?.timestamp
      if (played !== undefined) ahead.push(source.clock.now() / 1000 - played)
    }
    expect(Math.max(...perTick)).toBeLessThanOrEqual(30)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    // What passes in one slice and one pause, at 100,000 times the speed.
    expect(Math.max(...ahead)).toBeLessThan(2 * 40 * 100)
    const closed = minutesOf(events, 'closed')
    expect(closed.length).toBeGreaterThan(200)
    expect(closed).toEqual(rows.slice(2_000, 2_000 + closed.length))
  })

  it('[MK-40] SC-15 waits with its clock for consumers that are busy, and continues where it was', () => {
    const rows = stretch(0, 4_000)
    const { events, scheduler, source } = play(recordingOf({ BTCUSD: rows }), 12_000)
    let isBusy = false
    source.pauseWhile?.(() => isBusy)
    scheduler.advance(1_000)
    isBusy = true
    scheduler.advance(20)
    const held = { at: source.clock.now(), events: events.length }
    scheduler.advance(5_000)
    expect({ at: source.clock.now(), events: events.length }).toEqual(held)

    isBusy = false
    scheduler.advance(1_000)
    expect(source.clock.now() - held.at).toBeGreaterThan(11_000_000)
    expect(source.clock.now() - held.at).toBeLessThanOrEqual(12_000_000)
    const closed = minutesOf(events, 'closed')
    expect(closed).toEqual(rows.slice(1_000, 1_000 + closed.length))
  })

  it('[MK-38] skips a gap of more than a day and reports it', () => {
    const rows = [...stretch(0, 1_000), ...stretch(100_000, 1_000)]
    const { events, scheduler, source } = play(recordingOf({ BTCUSD: rows }), 600)
    scheduler.advance(1_000)
    expect(events[0]).toEqual({
      kind: 'degraded',
      reason: expect.stringMatching(
        /^The recording has nothing from 2026-01-\d\d \d\d:\d\d UTC to 2026-03-15 10:40 UTC; that was skipped\.$/,
      ),
    })
    expect(events[1]).toEqual({ kind: 'recovered' })
    expect(minutesOf(events, 'closed').at(0)).toEqual(candleAt(100_000))
    expect(source.clock.now()).toBeGreaterThan((T0_S + 100_000 * 60) * 1000)
  })

  it('[MK-38] waits through a gap of less than a day and skips a slightly longer one', () => {
    const holed = (hours: number) => [...stretch(0, 1_000), ...stretch(1_000 + hours * 60, 1_000)]
    const behind = (hours: number) => {
      const { events, scheduler } = play(recordingOf({ BTCUSD: holed(hours) }), 600)
      scheduler.advance(60_000)
      return minutesOf(events, 'closed').filter(({ timestamp }) => timestamp >= T0_S + 1_000 * 60).length
    }
    expect(behind(23)).toBe(0)
    expect(behind(25)).toBeGreaterThan(0)
  })

  it("[MK-39] reports the end of each pair's recording and lets the clock run on", () => {
    const { events, scheduler, source } = play(
      recordingOf({ BTCUSD: stretch(0, 1_010), ETHUSD: stretch(0, 1_020) }),
      600,
    )
    scheduler.advance(60_000)
    expect(events.filter(({ kind }) => kind === 'degraded')).toEqual([
      { kind: 'degraded', reason: 'The recording of BTC/USD ended at 2026-01-05 16:50 UTC.' },
      {
        kind: 'degraded',
        reason:
          'The recording of BTC/USD ended at 2026-01-05 16:50 UTC. The recording of ETH/USD ended at 2026-01-05 17:00 UTC.',
      },
    ])
    expect(source.clock.now()).toBe((T0_S + 500 * 60) * 1000 + 36_000_000)
  })

  it('closes the minutes of all pairs in the order of time, at any speed', () => {
    const { events, scheduler } = play(recordingOf({ BTCUSD: stretch(0, 3_000), XRPUSD: stretch(1, 3_000) }), 60_000)
    scheduler.advance(1_000)
    const times = events.flatMap((event) => (event.kind === 'closed' ? [event.exchangeTime] : []))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(minutesOf(events, 'closed')).toEqual(stretch(0, 3_000).slice(750, 1_750))
    expect(minutesOf(events, 'closed', 'XRPUSD')).toHaveLength(1_000)
  })

  it('[MK-11] continues where it stopped when resubscribed', () => {
    const { events, scheduler, subscription, source } = play(recordingOf({ BTCUSD: stretch(0, 2_000) }), 60)
    scheduler.advance(3_000)
    subscription.unsubscribe()
    scheduler.advance(3_000)
    source.events$.subscribe((event) => events.push(event))
    scheduler.advance(1_000)
    expect(minutesOf(events, 'closed')).toEqual(stretch(0, 507).slice(500))
  })

  it('[MK-33] reports problems with the files as notices', () => {
    const recording = {
      ...recordingOf({ BTCUSD: stretch(0, 2_000) }),
      issues: [{ file: 'a.csv.gz', line: 7, reason: 'x' }],
    }
    const { source } = play(recording, 1)
    expect([source.notices, source.label, source.pairs]).toEqual([
      ['a.csv.gz:7: x'],
      'Replay · BTCUSD-test.csv.gz',
      ['BTCUSD'],
    ])
  })
})

describe('stages of a minute', () => {
  const candles = fc
    .tuple(fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), fc.nat(5_000), fc.nat(1e9))
    .map(([a, b, c, d, lots]) => {
      const [low = 1, ...rest] = [a, b, c, d].map((figure) => 80_000 + figure / 7).sort((x, y) => x - y)
      const [open = low, close = low, high = low] = lots % 2 ? [rest[0], rest[1], rest[2]] : [rest[1], rest[0], rest[2]]
      return { timestamp: T0_S, open, high, low, close, volume: lots / 1e8 }
    })

  it('[MK-37] are valid, only widen, have the same open, and end with the candle itself', () => {
    fc.assert(
      fc.property(candles, fc.integer({ min: 1, max: 120 }), (candle, count) => {
        const stages = stagesOf(candle, count, 1)
        expect(stages).toHaveLength(count)
        expect(stages.at(-1)).toBe(candle)
        stages.forEach((stage, index) => {
          const before = stages[index - 1] ?? { ...candle, high: candle.open, low: candle.open, volume: 0 }
          expect(isCoherent(stage)).toBe(true)
          expect([stage.open, stage.timestamp]).toEqual([candle.open, candle.timestamp])
          expect(stage.high).toBeGreaterThanOrEqual(before.high)
          expect(stage.low).toBeLessThanOrEqual(before.low)
          expect(stage.volume).toBeGreaterThanOrEqual(before.volume)
        })
      }),
    )
  })
})

const MONTH = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')
describe.skipIf(!MONTH)('replay of a recorded month (needs PAIRBOT_REFERENCE_DATA)', () => {
  it('[MK-37] closes exactly the rows of the file, bit for bit, gaps absent', async () => {
    const lines = gunzipSync(readFileSync(MONTH!)).toString().trim().split('\n').slice(1)
    const { events, scheduler, source } = play(await readRecording(MONTH!), 100_000)
    const history = await historyOf(source, 'BTCUSD', 'M1', 1e6)
    scheduler.advance((30 * 86_400_000) / 100_000)
    const played = [...history, ...minutesOf(events, 'closed')]
    const [first = ''] = lines
    const weekEnd = Number.parseInt(first, 10) + 7 * 86_400
    expect(history).toHaveLength(lines.filter((line) => Number.parseInt(line, 10) < weekEnd).length)
    expect(played).toHaveLength(42_528)
    const figures = ({ timestamp, open, high, low, close, volume }: Candle) => [
      timestamp,
      open,
      high,
      low,
      close,
      volume,
    ]
    expect(played.map(figures)).toEqual(lines.map((line) => line.split(',').map(Number)))
    expect(events.at(-1)).toEqual({
      kind: 'degraded',
      reason: 'The recording of BTC/USD ended at 2019-07-01 00:00 UTC.',
    })
  })
})
