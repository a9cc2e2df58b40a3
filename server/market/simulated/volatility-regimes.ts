import { createNoise, derive, uniformAt } from './random.ts'

export const DAY_MINUTES = 1_440

/** Share of a pair's movement that the whole market has in common, and the rest, so that the variances add up to one. */
export const COMMON_SHARE = 0.75
export const OWN_SHARE = Math.sqrt(1 - COMMON_SHARE ** 2)

/** Waves of 1 to 128 days; each is as strong as a random walk would be over its length. */
const OCTAVES = 8
/** Strength of the shortest wave; with it a day's return has the standard deviation that was asked for. */
const FIRST_WAVE = 0.52

/** Logarithm of the price at the start of a UTC day against the pair's level, for a daily volatility of one. */
export function dayLevel(seed: number, day: number): number {
  let level = 0
  for (let octave = 0; octave < OCTAVES; octave += 1) {
    level += createNoise(derive(seed, octave))(day / 2 ** octave) * FIRST_WAVE * 2 ** (octave / 2)
  }
  return level
}

/** Waves of the volatility: their length in minutes and their strength as a standard deviation of its logarithm. */
const WAVES = [
  { minutes: 18, strength: 0.35 },
  { minutes: 130, strength: 0.45 },
  { minutes: 720, strength: 0.4 },
  { minutes: 5_760, strength: 0.3 },
]

/** Regimes last six hours: how often each comes and what it does to the volatility. */
const REGIME_MINUTES = 360
const REGIMES = [
  { upTo: 0.2, factor: 0.55 },
  { upTo: 0.8, factor: 1 },
  { upTo: 0.95, factor: 1.6 },
  { upTo: 1, factor: 2.6 },
]

/** Quiet spells: ten minutes in which hardly anybody trades. */
const QUIET_MINUTES = 10
const QUIET_SHARE = 0.02
const QUIET_FACTOR = 0.12

/** Europe's afternoon and America's morning are the liveliest. */
const BUSIEST_HOUR = 15
const SEASON_STRENGTH = 0.35

const GRID = 4

/** Volatility of each minute of a UTC day against the pair's ordinary one. */
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
