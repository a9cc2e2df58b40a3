import { PAIR_IDS, PAIRS, type PairId } from '#contract/pairs.ts'
import { createRandom, derive, seedOf } from './random.ts'
import { COMMON_SHARE, DAY_MINUTES, dayVolatility, legsOf, OWN_SHARE, pathLevel } from './volatility-regimes.ts'

/** Statistical profile of a simulated pair. */
interface PairProfile {
  /** Long-term mean price, in dollars. */
  readonly level: number
  /** Standard deviation of a day's logarithmic return. */
  readonly dailyVolatility: number
  /** Base currency traded in an average minute. A day of it must stay below 2e7, where sums of 1e-8 are still exact. */
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

/** The minutes of one UTC day: prices in the pair's smallest steps, volumes in lots of 1e-8. */
export interface DayMinutes {
  readonly open: Int32Array
  readonly high: Int32Array
  readonly low: Int32Array
  readonly close: Int32Array
  readonly lots: Float64Array
}

export const LOTS_PER_UNIT = 1e8

/** Probability of a jump per minute, and its size relative to an ordinary move. */
const JUMP_CHANCE = 0.004
const JUMP_FACTOR = 3.5
/** Volatility clustering: share of the excitement that remains after a minute, and the volatility without any. */
const EXCITEMENT_DECAY = 0.9
const EXCITEMENT_FLOOR = 0.55

/** Regimes, waves, jumps and excitement raise the mean variance; this scales it back to that of a day's return. */
const VARIANCE_CORRECTION = 0.55

/** Seeds of a pair, and of what all pairs have in common. */
export function seedsOf(seed: string, pair: PairId): { readonly common: number; readonly own: number } {
  const common = seedOf(seed)
  return { common, own: derive(common, PAIR_IDS.indexOf(pair) + 1) }
}

/** Number of smallest price steps in one dollar. */
export const stepsPerUnit = (pair: PairId): number => 10 ** PAIRS[pair].priceDecimals

function levelAt(seed: string, pair: PairId, days: number): number {
  const { level, dailyVolatility } = PAIR_PROFILES[pair]
  const { common, own } = seedsOf(seed, pair)
  const deviation = COMMON_SHARE * pathLevel(common, days) + OWN_SHARE * pathLevel(own, days)
  return Math.log(level * stepsPerUnit(pair)) + dailyVolatility * deviation
}

/** What the minutes of a day have in common in all pairs: their volatility, and the part of each move that they share. */
export interface CommonDay {
  readonly volatility: Float64Array
  readonly normal: Float64Array
  /** Factor of the move. */
  readonly jump: Float64Array
}

/** Simulates what all pairs have in common on a day, a pure function of both. */
export function simulateCommonDay(seed: string, day: number): CommonDay {
  const common = seedOf(seed)
  const random = createRandom(derive(derive(common, 2_000), day))
  const normal = new Float64Array(DAY_MINUTES)
  const jump = new Float64Array(DAY_MINUTES)
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    jump[minute] = random.uniform() < JUMP_CHANCE ? JUMP_FACTOR : 1
    normal[minute] = random.normal()
  }
  return { volatility: dayVolatility(derive(common, 3_000), day), normal, jump }
}

/**
 * Simulates the minutes of a day, a pure function of seed, pair and day (days since 1970-01-01). A random walk of varying
 * volatility is bent to meet the pair's long-term path at midnight and about every two hours, so that trends of hours and
 * days begin and end within the day.
 */
export function simulateDay(
  seed: string,
  pair: PairId,
  day: number,
  { volatility, normal, jump } = simulateCommonDay(seed, day),
): DayMinutes {
  const { minuteVolume, dailyVolatility } = PAIR_PROFILES[pair]
  const { own } = seedsOf(seed, pair)
  const ownRandom = createRandom(derive(derive(own, 2_000), day))
  const baseSigma = (VARIANCE_CORRECTION * dailyVolatility) / Math.sqrt(DAY_MINUTES)

  const walk = new Float64Array(DAY_MINUTES + 1)
  const variance = new Float64Array(DAY_MINUTES + 1)
  let excitement = 1 - EXCITEMENT_FLOOR
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const draw = (COMMON_SHARE * (normal[minute] ?? 0) + OWN_SHARE * ownRandom.normal()) * (jump[minute] ?? 1)
    const sigma = baseSigma * (volatility[minute] ?? 1) * (EXCITEMENT_FLOOR + excitement)
    walk[minute + 1] = (walk[minute] ?? 0) + sigma * draw
    variance[minute + 1] = (variance[minute] ?? 0) + sigma * sigma
    excitement = EXCITEMENT_DECAY * excitement + (1 - EXCITEMENT_DECAY) * 0.55 * Math.abs(draw)
  }

  const from = levelAt(seed, pair, day)
  const path = new Float64Array(DAY_MINUTES + 1).fill(from, 0, 1)
  let start = 0
  for (const end of legsOf(own, day)) {
    const spread = (variance[end] ?? 0) - (variance[start] ?? 0) || 1
    const here = path[start] ?? 0
    const bend = levelAt(seed, pair, day + end / DAY_MINUTES) - here - (walk[end] ?? 0) + (walk[start] ?? 0)
    for (let minute = start + 1; minute <= end; minute += 1) {
      const passed = ((variance[minute] ?? 0) - (variance[start] ?? 0)) / spread
      path[minute] = here + (walk[minute] ?? 0) - (walk[start] ?? 0) + bend * passed
    }
    start = end
  }

  const open = new Int32Array(DAY_MINUTES)
  const high = new Int32Array(DAY_MINUTES)
  const low = new Int32Array(DAY_MINUTES)
  const close = new Int32Array(DAY_MINUTES)
  const lots = new Float64Array(DAY_MINUTES)
  let before = Math.round(Math.exp(from))
  for (let minute = 0; minute < DAY_MINUTES; minute += 1) {
    const sigma2 = (variance[minute + 1] ?? 0) - (variance[minute] ?? 0)
    const closes = Math.round(Math.exp(path[minute + 1] ?? from))
    const opens = before + Math.floor(ownRandom.uniform() * 3) - 1
    const move = Math.log(closes / opens)
    // Extremes of a Brownian bridge.
    const up = (move + Math.sqrt(move * move - 2 * sigma2 * Math.log(ownRandom.uniform()))) / 2
    const down = (move - Math.sqrt(move * move - 2 * sigma2 * Math.log(ownRandom.uniform()))) / 2
    open[minute] = opens
    close[minute] = closes
    high[minute] = Math.max(opens, closes, Math.round(opens * Math.exp(up)))
    low[minute] = Math.min(opens, closes, Math.round(opens * Math.exp(down)))
    const activity = 0.4 + (0.6 * Math.abs(move)) / Math.sqrt(sigma2)
    const scale = (volatility[minute] ?? 1) * activity * Math.exp(0.6 * ownRandom.normal())
    lots[minute] = Math.max(1, Math.round(minuteVolume * scale * LOTS_PER_UNIT))
    before = closes
  }
  return { open, high, low, close, lots }
}
