import { createNoise, derive, uniformAt } from './random.ts'

export const DAY_MINUTES = 1_440

/** Share of a pair's movement that all pairs have in common, and its own, so that the variances add up to one. */
export const COMMON_SHARE = 0.75
export const OWN_SHARE = Math.sqrt(1 - COMMON_SHARE ** 2)

/** Waves of 1 to 128 days, each as strong as a random walk over its length. */
const OCTAVES = 8
/** Strength of the shortest wave; chosen so that a day's return has the requested standard deviation. */
const FIRST_WAVE = 0.52

/** Log price at the start of a UTC day relative to the pair's level, for a daily volatility of one. */
export function dayLevel(seed: number, day: number): number {
  let level = 0
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    level += createNoise(derive(seed, octave))(day / 2 ** octave) * FIRST_WAVE * 2 ** (octave / 2)
  }
  return level
}

/** Volatility waves: length in minutes, and strength as the standard deviation of the log volatility. */
const WAVES = [
  { minutes: 18, strength: 0.35 },
  { minutes: 130, strength: 0.45 },
  { minutes: 720, strength: 0.4 },
  { minutes: 5_760, strength: 0.3 },
]

/** Six-hour regimes: cumulative probability and volatility factor. */
const REGIME_MINUTES = 360
const REGIMES = [
  { upTo: 0.2, factor: 0.55 },
  { upTo: 0.8, factor: 1 },
  { upTo: 0.95, factor: 1.6 },
  { upTo: 1, factor: 2.6 },
]

/** Quiet spells: ten minutes with hardly any trading. */
const QUIET_MINUTES = 10
const QUIET_SHARE = 0.02
const QUIET_FACTOR = 0.12

/** Trading peaks in the European afternoon, which is the American morning. */
const BUSIEST_HOUR = 15
const SEASON_STRENGTH = 0.35

const GRID = 4

/** Volatility of each minute of a UTC day, relative to the pair's average. */
export function dayVolatility(seed: number, day: number): Float64Array {
  const volatility = new Float64Array(DAY_MINUTES)
  const first = day * DAY_MINUTES
  const waves = WAVES.map(({ minutes, strength }, index) => ({
    minutes,
    strength,
    noise: createNoise(derive(seed, index)),
  }))
  const waveAt = (minute: number) =>
    waves.reduce((sum, { minutes, strength, noise }) => sum + strength * noise(minute / minutes), 0)
  let here = waveAt(first)
  for (let minute = 0; minute < DAY_MINUTES; minute += GRID) {
    const next = waveAt(first + minute + GRID)
    const factor = regimeAt(seed, first + minute) * seasonAt(minute)
    for (let step = 0; step < GRID; step += 1) {
      const at = first + minute + step
      volatility[minute + step] = factor * quietAt(seed, at) * Math.exp(here + ((next - here) * step) / GRID)
    }
    here = next
  }
  return volatility
}

function regimeAt(seed: number, minute: number): number {
  const draw = uniformAt(derive(seed, 100), Math.floor(minute / REGIME_MINUTES))
  return REGIMES.find(({ upTo }) => draw < upTo)?.factor ?? 1
}

const quietAt = (seed: number, minute: number): number =>
  uniformAt(derive(seed, 101), Math.floor(minute / QUIET_MINUTES)) < QUIET_SHARE ? QUIET_FACTOR : 1

const seasonAt = (minuteOfDay: number): number =>
  1 + SEASON_STRENGTH * Math.cos((2 * Math.PI * (minuteOfDay / 60 - BUSIEST_HOUR)) / 24)
