import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { joinCandles, MINUTE_S } from '../store/fold.ts'
import { LOTS_PER_UNIT, pairSeedOf, stepsPerUnit, createRandom, derive, type Random } from './walk.ts'

/** One trade: unix milliseconds, dollars, base currency. */
export interface Tick {
  readonly atMs: number
  readonly price: number
  readonly size: number
}

const SHORTEST_WAIT_MS = 250
const LONGEST_WAIT_MS = 1_000
const MINUTE_MS = 60_000

function timesOf(random: Random): number[] {
  const times: number[] = []
  const wait = () => SHORTEST_WAIT_MS + Math.floor(random.uniform() * (LONGEST_WAIT_MS - SHORTEST_WAIT_MS))
  for (let at = Math.floor(random.uniform() * SHORTEST_WAIT_MS); at < MINUTE_MS; at += wait()) times.push(at)
  return times
}

/** A path in whole price steps that opens, touches both extremes and closes like the candle. */
function pathOf(candle: Candle, count: number, steps: number, random: Random): number[] {
  const inSteps = (price: number) => Math.round(price * steps)
  const [high, low, close] = [inSteps(candle.high), inSteps(candle.low), inSteps(candle.close)]
  const [first, second] = candle.close >= candle.open ? [low, high] : [high, low]
  const half = Math.floor(count / 2)
  const within = (at: number) => at + Math.floor(random.uniform() * (half - 1))
  const path = [inSteps(candle.open)]
  for (const { at, price } of [
    { at: within(1), price: first },
    { at: within(half), price: second },
    { at: count - 1, price: close },
  ]) {
    const from = path.at(-1) ?? price
    const start = path.length - 1
    while (path.length < at) {
      const straight = from + ((price - from) * (path.length - start)) / (at - start)
      path.push(Math.min(high, Math.max(low, Math.round(straight + ((high - low) / 12) * random.normal()))))
    }
    path.push(price)
  }
  return path
}

/** Splits a whole number of lots into parts that add up to it exactly. */
function sizesOf(lots: number, count: number, random: Random): number[] {
  const weights = Array.from({ length: count }, () => -Math.log(random.uniform()))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let rest = lots
  return weights.map((weight, index) => {
    const part = index === count - 1 ? rest : Math.min(rest, Math.round((lots * weight) / total))
    rest -= part
    return part / LOTS_PER_UNIT
  })
}

/** The trades of a simulated minute, a pure function of seed, pair and candle; folding them yields the candle. */
export function ticksOfMinute(seed: string, pair: PairId, candle: Candle): Tick[] {
  const random = createRandom(derive(derive(pairSeedOf(seed, pair), 4_000), candle.timestamp / MINUTE_S))
  const steps = stepsPerUnit(pair)
  const times = timesOf(random)
  const path = pathOf(candle, times.length, steps, random)
  const sizes = sizesOf(Math.round(candle.volume * LOTS_PER_UNIT), times.length, random)
  return times.map((at, index) => ({
    atMs: candle.timestamp * 1000 + at,
    price: (path[index] ?? 0) / steps,
    size: sizes[index] ?? 0,
  }))
}

/** Adds a trade to a candle; the first trade opens it. */
export function foldTick(candle: Candle | undefined, openingS: number, { price, size }: Tick): Candle {
  const trade = { timestamp: openingS, open: price, high: price, low: price, close: price, volume: size }
  return candle ? joinCandles(candle, trade) : trade
}
