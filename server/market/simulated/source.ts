import { merge, Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import { DEFAULT_PAIRS, type PairId } from '#contract/pairs.ts'
import { type Timeframe, TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import type { MarketDeps, MarketSource, MinuteEvent } from '../ports.ts'
import { DAY_S, MINUTE_S, openingOf, secondsOf } from '../store/fold.ts'
import { foldTick, ticksOfMinute, type Tick } from './ticks.ts'
import { DAY_MINUTES, simulateDay, type DayMinutes, LOTS_PER_UNIT, stepsPerUnit } from './walk.ts'

/** Candles of a timeframe that open on a UTC day (days since 1970-01-01). */
export function candlesOfDay(
  { open, high, low, close, lots }: DayMinutes,
  pair: PairId,
  timeframe: Timeframe,
  day: number,
): Candle[] {
  const width = TIMEFRAME_MINUTES[timeframe]
  const steps = stepsPerUnit(pair)
  return Array.from({ length: DAY_MINUTES / width }, (_, index) => {
    const from = index * width
    const to = from + width
    let [highest, lowest, sum] = [high[from] ?? 0, low[from] ?? 0, lots[from] ?? 0]
    for (let minute = from + 1; minute < to; minute += 1) {
      highest = Math.max(highest, high[minute] ?? 0)
      lowest = Math.min(lowest, low[minute] ?? 0)
      sum += lots[minute] ?? 0
    }
    return {
      timestamp: day * DAY_S + from * MINUTE_S,
      open: (open[from] ?? 0) / steps,
      high: highest / steps,
      low: lowest / steps,
      close: (close[to - 1] ?? 0) / steps,
      volume: sum / LOTS_PER_UNIT,
    }
  })
}

/** Length of the history in days: enough daily candles for the slowest average. */
const HISTORY_DAYS = 180
const MINUTE_MS = 60_000

/**
 * A market generated from a seed. It is stateless: every price is a function of seed, pair and time, so the history is the
 * same after a restart and in any order of access.
 */
export function createSimulatedSource(
  seed: string,
  deps: MarketDeps,
  pairs: readonly PairId[] = DEFAULT_PAIRS,
): MarketSource {
  /** Days already simulated. The histories of all timeframes share them; the live feed only needs today. */
  const days = new Map<string, DayMinutes>()

  function minutesOf(pair: PairId, day: number): DayMinutes {
    const found = days.get(`${pair} ${day}`)
    if (found !== undefined) return found
    const minutes = simulateDay(seed, pair, day)
    days.set(`${pair} ${day}`, minutes)
    return minutes
  }

  /** Closed candles before now, by day: a day takes a millisecond or two to simulate. */
  function* past(pair: PairId, timeframe: Timeframe, limit: number): Generator<Candle[]> {
    const nowS = Math.floor(deps.now() / 1000)
    const until = openingOf(nowS, timeframe)
    const today = Math.floor(nowS / DAY_S)
    const from = Math.max(until - limit * secondsOf(timeframe), (today - HISTORY_DAYS) * DAY_S)
    for (let day = Math.floor(from / DAY_S); day <= today; day += 1) {
      const candles = candlesOfDay(minutesOf(pair, day), pair, timeframe, day)
      yield candles.filter(({ timestamp }) => timestamp >= from && timestamp < until)
    }
  }

  function minuteAt(pair: PairId, openingS: number): Candle {
    const day = Math.floor(openingS / DAY_S)
    const candle = candlesOfDay(minutesOf(pair, day), pair, 'M1', day)[(openingS % DAY_S) / MINUTE_S]
    if (!candle) throw new Error(`day ${day} has no minute at ${openingS}`)
    return candle
  }

  /** Opening of each pair's unclosed minute, so that a resubscription skips none. */
  const openMinute = new Map<PairId, number>()

  function feed(pair: PairId): Observable<MinuteEvent> {
    return new Observable((subscriber) => {
      let openingS = openMinute.get(pair) ?? openingOf(Math.floor(deps.now() / 1000), 'M1')
      /** Trades of the open minute, created when the first is due. */
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
    pairs,
    notices: [],
    clock: { now: deps.now, speed: 1 },
    history: async (...asked) => past(...asked),
    events$: merge(...pairs.map(feed)),
  }
}
