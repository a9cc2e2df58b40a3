import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCandle, type Candle } from '#contract/candles.ts'
import { DEFAULT_PAIRS, PAIR_IDS, PAIRS, type PairId } from '#contract/pairs.ts'
import type { MarketSource, SourceEvent } from '#server/market/ports.ts'
import { dayVolatility, simulateDay } from '#server/market/simulated/walk.ts'
import { createSimulatedSource, candlesOfDay } from '#server/market/simulated/source.ts'
import { foldTick, ticksOfMinute } from '#server/market/simulated/ticks.ts'
import { foldMinutes, isOnGrid, ROLLUP_TIMEFRAMES } from '#server/market/store/fold.ts'
import { createTestMarket, T0_S, historyOf } from '#test/support/server/market.ts'

const pairs = fc.constantFrom(...PAIR_IDS)
const days = fc.integer({ min: 15_000, max: 25_000 })
const dayOf = (pair: PairId, day: number, seed = 'a') => candlesOfDay(simulateDay(seed, pair, day), pair, 'M1', day)

const mean = (figures: readonly number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length
/** Mean of the deviations from the mean to a power. */
function moment(figures: readonly number[], power: number): number {
  const middle = mean(figures)
  return mean(figures.map((figure) => (figure - middle) ** power))
}
const variance = (figures: readonly number[]) => moment(figures, 2)
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  return mean(a.map((figure, index) => (figure - meanA) * (b[index]! - meanB))) / Math.sqrt(variance(a) * variance(b))
}
const returnsOf = (candles: readonly Candle[]) =>
  candles.slice(1).map(({ close }, index) => Math.log(close / candles[index]!.close))

describe('simulated days', () => {
  it('[MK-20] are the same for the same seed and differ for another', () => {
    fc.assert(
      fc.property(pairs, days, fc.string(), (pair, day, seed) => {
        expect(dayOf(pair, day, seed)).toEqual(dayOf(pair, day, seed))
        expect(dayOf(pair, day, seed)).not.toEqual(dayOf(pair, day, `${seed}x`))
      }),
      { numRuns: 12 },
    )
  })

  it('[MK-1] [MK-21] are valid candles on the minute grid, at the precision of the pair', () => {
    fc.assert(
      fc.property(pairs, days, (pair, day) => {
        const candles = dayOf(pair, day)
        expect(candles.map(({ timestamp }) => timestamp)).toEqual(
          Array.from({ length: 1_440 }, (_, minute) => day * 86_400 + minute * 60),
        )
        expect(candles.filter((candle) => !isCandle(candle) || !isOnGrid(candle, 'M1'))).toEqual([])
        const places = (price: number) => `${price}`.split('.')[1]?.length ?? 0
        const prices = candles.flatMap(({ open, high, low, close }) => [open, high, low, close])
        expect(Math.max(...prices.map(places))).toBeLessThanOrEqual(PAIRS[pair].priceDecimals)
      }),
      { numRuns: 12 },
    )
  })

  it('[MK-21] begin where the day before ended', () => {
    fc.assert(
      fc.property(pairs, days, (pair, day) => {
        const last = dayOf(pair, day - 1).at(-1)!
        const first = dayOf(pair, day)[0]!
        expect(Math.abs(first.open - last.close)).toBeLessThanOrEqual(2.01 / 10 ** PAIRS[pair].priceDecimals)
      }),
      { numRuns: 20 },
    )
  })

  it('[MK-4] roll up to the same candles, folded from minutes or read from the day', () => {
    fc.assert(
      fc.property(pairs, days, fc.constantFrom(...ROLLUP_TIMEFRAMES), (pair, day, timeframe) => {
        const whole = candlesOfDay(simulateDay('a', pair, day), pair, timeframe, day)
        fc.pre(whole.every(({ volume }) => volume < 2 ** 26))
        expect(whole).toEqual(foldMinutes(dayOf(pair, day), timeframe))
      }),
      // 24 and 37 million coins, where a sum of floats, and a product of units, is off by more than half of the last decimal.
      {
        numRuns: 12,
        examples: [
          ['DOGEUSD', 15_013, 'D1'],
          ['DOGEUSD', 24_375, 'D1'],
        ],
      },
    )
  })

  it('[MK-21] fold out of their trades exactly, which come every 250 to 1,000 ms', () => {
    for (const pair of PAIR_IDS) {
      for (const candle of dayOf(pair, 20_000).slice(0, 240)) {
        const ticks = ticksOfMinute('a', pair, candle)
        const folded = ticks.reduce<Candle | undefined>((sum, tick) => foldTick(sum, candle.timestamp, tick), undefined)
        expect(folded).toEqual(candle)
        const times = ticks.map(({ atMs }) => atMs - candle.timestamp * 1000)
        const waits = times.slice(1).map((time, index) => time - times[index]!)
        expect(Math.min(...waits)).toBeGreaterThanOrEqual(250)
        expect(Math.max(...waits)).toBeLessThanOrEqual(1_000)
        expect(times[0]).toBeLessThan(250)
        expect(times.at(-1)).toBeLessThan(60_000)
        expect(times.at(-1)).toBeGreaterThanOrEqual(59_000)
      }
    }
  })

  it.each(PAIR_IDS)('[MK-22] of %s look like a market', (pair) => {
    const candles = Array.from({ length: 30 }, (_, day) => dayOf(pair, 20_400 + day)).flat()
    const returns = returnsOf(candles)
    const sizes = returns.map(Math.abs)
    const volumes = candles.slice(1).map(({ volume }) => volume)
    const kurtosis = moment(returns, 4) / variance(returns) ** 2
    expect(correlation(sizes.slice(1), sizes.slice(0, -1))).toBeGreaterThan(0.1)
    expect(correlation(sizes.slice(60), sizes.slice(0, -60))).toBeGreaterThan(0.1)
    expect(kurtosis).toBeGreaterThan(3)
    expect(correlation(sizes, volumes)).toBeGreaterThan(0.3)
    expect(Math.abs(correlation(returns.slice(1), returns.slice(0, -1)))).toBeLessThan(0.05)
    expect(Math.sqrt(variance(returns))).toBeGreaterThan(0.000_2)
    expect(Math.sqrt(variance(returns))).toBeLessThan(0.002)
  })

  it('[MK-24] change their volatility at any minute, not at full hours or midnight', () => {
    const volatility = Array.from({ length: 120 }, (_, day) => [...dayVolatility(5, 20_400 + day)]).flat()
    const minutes = Array.from({ length: volatility.length - 60 }, (_, index) => index + 30)
    const change = (minute: number) => Math.abs(Math.log(volatility[minute + 5]! / volatility[minute - 5]!))
    const typical = mean(minutes.map(change))
    for (const every of [60, 360, 1_440])
      expect(mean(minutes.filter((minute) => minute % every === 0).map(change))).toBeLessThan(1.25 * typical)
  })

  it('[MK-22] correlate the pairs, but not completely', () => {
    const moves = PAIR_IDS.map((pair) => returnsOf(dayOf(pair, 20_400)))
    expect(correlation(moves[0]!, moves[1]!)).toBeGreaterThan(0.3)
    expect(correlation(moves[0]!, moves[1]!)).toBeLessThan(0.9)
  })
})

describe('simulated source', () => {
  const open = (startMs = (T0_S + 12 * 3600) * 1000 + 20_000) => {
    const harness = createTestMarket(startMs)
    return { ...harness, source: createSimulatedSource('7', harness.deps) }
  }

  function listen(source: MarketSource): { events: SourceEvent[]; stop: () => void } {
    const events: SourceEvent[] = []
    const subscription = source.events$.subscribe((event) => events.push(event))
    return { events, stop: () => subscription.unsubscribe() }
  }
  const closedOf = (events: readonly SourceEvent[], pair: PairId) =>
    events.flatMap((event) => (event.kind === 'closed' && event.pair === pair ? [event.candle] : []))

  it('[MK-20] has the same history after a restart at another time', async () => {
    const before = await historyOf(open().source, 'ETHUSD', 'M5', 300)
    const after = await historyOf(open((T0_S + 13 * 3600) * 1000).source, 'ETHUSD', 'M5', 312)
    expect(before.at(-1)?.timestamp).toBe(T0_S + 12 * 3600 - 300)
    expect(after.slice(0, 300)).toEqual(before)
  })

  it.each([
    ['M1', 86_400, 86_400],
    ['H4', 720, 720],
    ['D1', 400, 180],
  ] as const)('[MK-23] gives %s history', async (timeframe, asked, given) => {
    const candles = await historyOf(open().source, 'BTCUSD', timeframe, asked)
    expect(candles).toHaveLength(given)
    expect(candles.every((candle) => isOnGrid(candle, timeframe) && isCandle(candle))).toBe(true)
  })

  it('[MK-21] continues where history ends: running minutes grow into the candles of later history', async () => {
    const { source, scheduler } = open()
    const { events, stop } = listen(source)
    scheduler.advance(5 * 60_000)
    stop()
    for (const pair of DEFAULT_PAIRS) {
      const closed = closedOf(events, pair)
      expect(closed).toEqual((await historyOf(source, pair, 'M1', 5)).slice(-closed.length))
      expect(closed).toHaveLength(5)
      const first = events.find((event) => 'pair' in event && event.pair === pair)
      expect(first).toMatchObject({ kind: 'partial', candle: { timestamp: T0_S + 12 * 3600 } })
    }
    const partials = events.filter(({ kind }) => kind === 'partial')
    expect(partials.length).toBeGreaterThan(3 * 5 * 60)
  })

  it('closes the minutes missed while the computer slept, each once, and continues', () => {
    const { source, scheduler } = open()
    const { events } = listen(source)
    scheduler.advance(1_000)
    scheduler.sleep(10 * 60_000)
    scheduler.advance(1_000)
    const minutes = closedOf(events, 'BTCUSD').map(({ timestamp }) => timestamp)
    expect(minutes).toEqual(Array.from({ length: 10 }, (_, minute) => T0_S + 12 * 3600 + minute * 60))
    expect(events.at(-1)).toMatchObject({ kind: 'partial', candle: { timestamp: T0_S + 12 * 3600 + 600 } })
  })

  it('[MK-11] skips no minute when resubscribed', () => {
    const { source, scheduler } = open()
    const first = listen(source)
    scheduler.advance(60_000)
    first.stop()
    const received = first.events.length
    scheduler.advance(180_000)
    expect(first.events).toHaveLength(received)
    const second = listen(source)
    scheduler.advance(60_000)
    const minutes = [...closedOf(first.events, 'XRPUSD'), ...closedOf(second.events, 'XRPUSD')].map((c) => c.timestamp)
    expect(minutes).toEqual(Array.from({ length: 5 }, (_, minute) => T0_S + 12 * 3600 + minute * 60))
  })

  it('describes itself', () => {
    const { source } = open()
    expect([source.kind, source.label, source.pairs, source.clock.speed]).toEqual([
      'simulated',
      'Simulated',
      DEFAULT_PAIRS,
      1,
    ])
  })
})
