import { setImmediate as nextTurn } from 'node:timers/promises'
import { merge, Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { MarketDeps, MarketSource, MinuteEvent } from '../ports.ts'
import { MINUTE_S, openingOf, secondsOf } from '../store/fold.ts'
import { candlesOfDay, DAY_S } from './candles.ts'
import { simulateDay, type DayMinutes } from './day.ts'
import { foldTick, ticksOfMinute, type Tick } from './ticks.ts'
import { DAY_MINUTES } from './volatility-regimes.ts'

/** How far back candles go, in days: enough daily ones for the slowest average. */
const HISTORY_DAYS = 180
/** Days simulated in one go; a few milliseconds. */
const DAYS_PER_CHUNK = 4
const MINUTE_MS = 60_000

/**
 * A market out of a seed. It has no memory: every price is a function of seed, pair and time, so the past is the same
 * after a restart, whoever asks and in whatever order.
 */
export function createSimulatedSource(seed: string, deps: MarketDeps): MarketSource {
  /** Days already simulated. Every timeframe's history reads the same ones; live goes on with today's alone. */
  const days = new Map<string, DayMinutes>()

  function minutesOf(pair: PairId, day: number): DayMinutes {
    const key = `${pair} ${day}`
    const minutes = days.get(key) ?? simulateDay(seed, pair, day)
    days.set(key, minutes)
    return minutes
  }

  async function history(pair: PairId, timeframe: Timeframe, limit: number): Promise<Candle[]> {
    const nowS = Math.floor(deps.now() / 1000)
    const until = openingOf(nowS, timeframe)
    const today = Math.floor(nowS / DAY_S)
    const from = Math.max(until - limit * secondsOf(timeframe), (today - HISTORY_DAYS) * DAY_S)
    const candles: Candle[] = []
    for (let day = Math.floor(from / DAY_S); day <= today; day += 1) {
      if (day % DAYS_PER_CHUNK === 0) await nextTurn()
      for (const candle of candlesOfDay(minutesOf(pair, day), pair, timeframe, day)) {
        if (candle.timestamp >= from && candle.timestamp < until) candles.push(candle)
      }
    }
    return candles
  }

  function minuteAt(pair: PairId, openingS: number): Candle {
    const day = Math.floor(openingS / DAY_S)
    const index = (openingS % DAY_S) / MINUTE_S
    const candle = candlesOfDay(minutesOf(pair, day), pair, 'M1', day, index, index + 1)[0]
    if (!candle) throw new Error(`day ${day} has no minute ${index} of ${DAY_MINUTES}`)
    return candle
  }

  /** Opening of each pair's minute that was not closed yet, so that a feed that is taken up again leaves none out. */
  const openMinute = new Map<PairId, number>()

  function feed(pair: PairId): Observable<MinuteEvent> {
    return new Observable((subscriber) => {
      let openingS = openMinute.get(pair) ?? openingOf(Math.floor(deps.now() / 1000), 'M1')
      /** Trades of the open minute; made when its first is due. */
      let ticks: readonly Tick[] | undefined
      let passed = 0
      let running: Candle | undefined

      const report = (kind: MinuteEvent['kind'], candle: Candle, exchangeTime: number) =>
        subscriber.next({ kind, pair, candle, exchangeTime, receivedAt: deps.now() })

      function closeFinished(now: number): void {
        if (now < openingS * 1000 + MINUTE_MS) return
        for (; openingS * 1000 + MINUTE_MS <= now; openingS += MINUTE_S) {
          report('closed', minuteAt(pair, openingS), openingS * 1000 + MINUTE_MS)
          openMinute.set(pair, openingS + MINUTE_S)
        }
        days.clear()
        ticks = undefined
      }

      function trade(now: number): number {
        if (!ticks) {
          ticks = ticksOfMinute(seed, pair, minuteAt(pair, openingS))
          passed = 0
          running = undefined
        }
        let last: Tick | undefined
        for (let tick = ticks[passed]; tick && tick.atMs <= now; tick = ticks[++passed]) {
          running = foldTick(running, openingS, tick)
          last = tick
        }
        if (last && running) report('partial', running, last.atMs)
        return ticks[passed]?.atMs ?? openingS * 1000 + MINUTE_MS
      }

      subscriber.add(
        deps.scheduler.schedule(function (this) {
          closeFinished(deps.now())
          const next = trade(deps.now())
          this.schedule(undefined, Math.max(1, next - deps.now()))
        }),
      )
    })
  }

  return {
    kind: 'simulated',
    label: 'Simulated',
    pairs: PAIR_IDS,
    notices: [],
    clock: { now: deps.now, speed: 1 },
    history,
    events$: merge(...PAIR_IDS.map(feed)),
  }
}
