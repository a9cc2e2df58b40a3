import { PAIR_IDS, PAIRS, type PairId } from '#contract/pairs.ts'

/** Hashed randomness: the same numbers for the same seed, on every machine. */

/** Finaliser of MurmurHash3: every input bit affects every output bit. */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

/** Derives a 32-bit seed from another seed and a number. */
export const derive = (seed: number, value: number): number =>
  finish(Math.imul(seed ^ 0x9e3779b9, 0x01000193) ^ finish(value | 0))

/** Derives a 32-bit seed from a text. */
const seedOf = (text: string): number =>
  Array.from(text).reduce((seed, character) => derive(seed, character.codePointAt(0) ?? 0), 0)

/** A stream of random numbers from one seed: uniform in (0, 1), both excluded, and standard normal (Box-Muller). */
export interface Random {
  uniform(): number
  normal(): number
}

export function createRandom(seed: number): Random {
  let count = 0
  const uniform = () => (derive(seed, (count += 1)) + 0.5) / 4294967296
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform())
  return { uniform, normal }
}

/** Smooth noise through a standard normal number at each integer; keeps the last two, as it is read in order. */
function createNoise(seed: number): (at: number) => number {
  const normalAt = (index: number) => createRandom(derive(seed, index)).normal()
  let index = Number.NaN
  let here = 0
  let next = 0
  return (at) => {
    const floor = Math.floor(at)
    if (floor !== index) {
      here = floor === index + 1 ? next : normalAt(floor)
      next = normalAt(floor + 1)
      index = floor
    }
    const share = at - floor
    return here + (next - here) * share * share * (3 - 2 * share)
  }
}

/** What is typical of a pair: price in dollars, deviation of a day's logarithmic return, base currency traded a minute. */
interface PairProfile {
  readonly level: number
  readonly dailyVolatility: number
  /** A day of it must stay below 2e7, where sums of 1e-8 are still exact. */
  readonly minuteVolume: number
}

const PAIR_PROFILES: Record<PairId, PairProfile> = {
  BTCUSD: { level: 90_000, dailyVolatility: 0.022, minuteVolume: 1.4 },
  ETHUSD: { level: 3_200, dailyVolatility: 0.029, minuteVolume: 18 },
  XRPUSD: { level: 2.2, dailyVolatility: 0.034, minuteVolume: 2_500 },
  SOLUSD: { level: 150, dailyVolatility: 0.038, minuteVolume: 60 },
  ADAUSD: { level: 0.6, dailyVolatility: 0.037, minuteVolume: 4_000 },
  DOGEUSD: { level: 0.18, dailyVolatility: 0.041, minuteVolume: 9_000 },
  LTCUSD: { level: 95, dailyVolatility: 0.031, minuteVolume: 12 },
  LINKUSD: { level: 16, dailyVolatility: 0.037, minuteVolume: 90 },
  DOTUSD: { level: 4, dailyVolatility: 0.036, minuteVolume: 400 },
  AVAXUSD: { level: 22, dailyVolatility: 0.039, minuteVolume: 45 },
  BCHUSD: { level: 480, dailyVolatility: 0.033, minuteVolume: 2 },
}

export const DAY_MINUTES = 1_440
export const LOTS_PER_UNIT = 1e8

/** Number of smallest price steps in one dollar. */
export const stepsPerUnit = (pair: PairId): number => 10 ** PAIRS[pair].priceDecimals

/** Seed of what is a pair's own. */
export const pairSeedOf = (seed: string, pair: PairId): number => derive(seedOf(seed), PAIR_IDS.indexOf(pair) + 1)

/** Share of a pair's movement that all pairs have in common, and its own, so that the variances add up to one. */
const COMMON_SHARE = 0.75
const OWN_SHARE = Math.sqrt(1 - COMMON_SHARE ** 2)

/** Waves of 1 to 128 days, each as strong as a random walk over its length: a day's return deviates by about one. */
const OCTAVES = [0, 1, 2, 3, 4, 5, 6, 7]
const DAY_WAVE = 0.53

/** Long-term path of a log price at a midnight, for a daily volatility of one. Waves turn at times of their own. */
const pathLevel = (seed: number, day: number): number =>
  OCTAVES.reduce((level, octave) => {
    const phase = createRandom(derive(seed, 100 + octave)).uniform()
    return level + createNoise(derive(seed, octave))(day / 2 ** octave + phase) * DAY_WAVE * 2 ** (octave / 2)
  }, 0)

/** Calm and hectic times: length in minutes, no part of a day, and strength in log volatility. */
const REGIMES = [
  { minutes: 23, strength: 0.35 },
  { minutes: 389, strength: 0.65 },
]
/** Brings the mean variance of the regimes to one. */
const MEAN_VOLATILITY = 0.67

/** Volatility of each minute of a UTC day, relative to the pair's average. */
export function dayVolatility(seed: number, day: number): Float64Array {
  const waves = REGIMES.map(({ minutes, strength }) => ({
    minutes,
    strength,
    noise: createNoise(derive(seed, minutes)),
  }))
  return Float64Array.from({ length: DAY_MINUTES }, (_, minute) => {
    const at = day * DAY_MINUTES + minute
    return (
      MEAN_VOLATILITY * Math.exp(waves.reduce((sum, wave) => sum + wave.strength * wave.noise(at / wave.minutes), 0))
    )
  })
}

/** The minutes of one UTC day: prices in the pair's smallest steps, volumes in lots of 1e-8. */
export interface DayMinutes {
  readonly open: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly close: Int32Array
  readonly lots: Float64Array
}

/**
 * Simulates the minutes of a day, a pure function of seed, pair and day (days since 1970-01-01): a random walk whose
 * volatility has regimes that change within the day, bent to meet the pair's long-term path at midnight.
 */
export function simulateDay(seed: string, pair: PairId, day: number): DayMinutes {
  const { level, dailyVolatility, minuteVolume } = PAIR_PROFILES[pair]
  const common = seedOf(seed)
  const own = pairSeedOf(seed, pair)
  const commonRandom = createRandom(derive(derive(common, 2_000), day))
  const random = createRandom(derive(derive(own, 2_000), day))
  const sigmas = dayVolatility(derive(common, 3_000), day).map((at) => (at * dailyVolatility) / Math.sqrt(DAY_MINUTES))
  const moves = sigmas.map((sigma) => sigma * (COMMON_SHARE * commonRandom.normal() + OWN_SHARE * random.normal()))

  const midnight = (at: number) =>
    Math.log(level * stepsPerUnit(pair)) +
    dailyVolatility * (COMMON_SHARE * pathLevel(common, at) + OWN_SHARE * pathLevel(own, at))
  const from = midnight(day)
  const variance = sigmas.reduce((sum, sigma) => sum + sigma ** 2, 0)
  const bend = (midnight(day + 1) - from - moves.reduce((sum, move) => sum + move, 0)) / variance

  const prices = () => new Int32Array(DAY_MINUTES)
  const [open, high, low, close, lots] = [prices(), prices(), prices(), prices(), new Float64Array(DAY_MINUTES)]
  let path = from
  let before = Math.round(Math.exp(from))
  for (const [minute, sigma] of sigmas.entries()) {
    path += (moves[minute] ?? 0) + bend * sigma ** 2
    const opens = before + Math.floor(random.uniform() * 3) - 1
    const closes = Math.round(Math.exp(path))
    const move = Math.log(closes / opens)
    /** How far a Brownian bridge between both goes beyond them. */
    const reach = () => Math.sqrt(move * move - 2 * sigma ** 2 * Math.log(random.uniform()))
    open[minute] = opens
    close[minute] = closes
    high[minute] = Math.max(opens, closes, Math.round(opens * Math.exp((move + reach()) / 2)))
    low[minute] = Math.min(opens, closes, Math.round(opens * Math.exp((move - reach()) / 2)))
    const activity = (0.4 * sigma + 0.6 * Math.abs(move)) * (Math.sqrt(DAY_MINUTES) / dailyVolatility)
    lots[minute] = Math.max(1, Math.round(minuteVolume * activity * Math.exp(0.6 * random.normal()) * LOTS_PER_UNIT))
    before = closes
  }
  return { open, high, low, close, lots }
}
