import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import { addVolumes, MINUTE_S } from '../store/fold.ts'
import { LOTS_PER_UNIT, seedsOf, stepsPerUnit } from './day.ts'
import { createRandom, derive, type Random } from './random.ts'

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
  const [open, high, low, close] = [candle.open, candle.high, candle.low, candle.close].map((p) =>
    Math.round(p * steps),
  )
  if (open === undefined || high === undefined || low === undefined || close === undefined) return []
  const [early, late] = [random.uniform(), random.uniform()]
    .map((at) => 1 + Math.floor(at * (count - 3)))
    .sort((a, b) => a - b)
  const first = early ?? 1
  const second = Math.max(first + 1, late ?? 2)
  const fallsFirst = close >= open
  const anchors = [
    { at: 0, price: open },
    { at: first, price: fallsFirst ? low : high },
    { at: second, price: fallsFirst ? high : low },
    { at: count - 1, price: close },
  ]
  const ripple = (high - low) / 12
  const path: number[] = []
  for (let leg = 1; leg < anchors.length; leg += 1) {
    const from = anchors[leg - 1]
    const to = anchors[leg]
    if (!from || !to) continue
    path.push(from.price)
    for (let at = from.at + 1; at < to.at; at += 1) {
      const straight = from.price + ((to.price - from.price) * (at - from.at)) / (to.at - from.at)
      path.push(Math.min(high, Math.max(low, Math.round(straight + ripple * random.normal()))))
    }
  }
  return [...path, close]
}

/** Splits a whole number of lots into parts that add up to it exactly. */
function sizesOf(lots: number, count: number, random: Random): number[] {
  const weights = Array.from({ length: count }, () => -Math.log(random.uniform()))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let passed = 0
  let given = 0
  return weights.map((weight, index) => {
    passed += weight
    const until = index === count - 1 ? lots : Math.round((lots * passed) / total)
    const part = until - given
    given = until
    return part / LOTS_PER_UNIT
  })
}

/** The trades of a simulated minute, a pure function of seed, pair and candle; folding them yields the candle. */
export function ticksOfMinute(seed: string, pair: PairId, candle: Candle): Tick[] {
  const random = createRandom(derive(derive(seedsOf(seed, pair).own, 4_000), candle.timestamp / MINUTE_S))
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
export const foldTick = (candle: Candle | undefined, openingS: number, { price, size }: Tick): Candle =>
  candle
    ? {
        ...candle,
        high: Math.max(candle.high, price),
        low: Math.min(candle.low, price),
        close: price,
        volume: addVolumes(candle.volume, size),
      }
    : { timestamp: openingS, open: price, high: price, low: price, close: price, volume: size }
