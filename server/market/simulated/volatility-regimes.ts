import { createNoise, derive, uniformAt } from './random.ts'

export const DAY_MINUTES = 1_440

/** Share of a pair's movement that all pairs have in common, and its own, so that the variances add up to one. */
export const COMMON_SHARE = 0.75
export const OWN_SHARE = Math.sqrt(1 - COMMON_SHARE ** 2)

/** Waves of 3 hours (octave -3) to 128 days (octave 7), each as strong as a random walk over its length. */
const FIRST_OCTAVE = -3
const LAST_OCTAVE = 7
/** Strength of the one-day wave; chosen so that a day's return has the requested standard deviation. */
const DAY_WAVE = 0.45

/**
 * Long-term path of a log price relative to the pair's level, for a daily volatility of one. `days` counts from 1970-01-01
 * and need not be whole. Each wave turns at a time of its own, so that trends do not end together at midnight.
 */
export function pathLevel(seed: number, days: number): number {
  let level = 0
  for (let octave = FIRST_OCTAVE; octave <= LAST_OCTAVE; octave += 1) {
    const phase = uniformAt(derive(seed, 200), octave)
    level += createNoise(derive(seed, octave))(days / 2 ** octave + phase) * DAY_WAVE * 2 ** (octave / 2)
  }
  return level
}

/** Minutes of a UTC day at which the price meets its long-term path: about every two hours, midnight included. */
const LEG_MINUTES = 120
const LEG_JITTER = 50

export function legsOf(seed: number, day: number): readonly number[] {
  const legs = DAY_MINUTES / LEG_MINUTES
  const turns = Array.from({ length: legs - 1 }, (_, index) => {
    const jitter = (2 * uniformAt(derive(seed, 201), day * legs + index) - 1) * LEG_JITTER
    return Math.round((index + 1) * LEG_MINUTES + jitter)
  })
  return [...turns, DAY_MINUTES]
}

/** Volatility waves: length in minutes, and strength as the standard deviation of the log volatility. */
const WAVES = [
  { minutes: 18, strength: 0.35 },
  { minutes: 130, strength: 0.45 },
  { minutes: 720, strength: 0.4 },
  { minutes: 5_760, strength: 0.3 },
]

/** Regimes of 3 to 9 hours, at any time of the day: cumulative probability and volatility factor. */
const REGIME_MINUTES = 360
const REGIME_JITTER = 90
/** A regime takes over from the one before within half an hour. */
const REGIME_CHANGE_MINUTES = 30
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

/** First minute of a regime: off its place in the grid by up to the jitter. */
function regimeStart(seed: number, index: number): number {
  return index * REGIME_MINUTES + Math.round((2 * uniformAt(derive(seed, 102), index) - 1) * REGIME_JITTER)
}

function regimeFactor(seed: number, index: number): number {
  const draw = uniformAt(derive(seed, 100), index)
  return REGIMES.find(({ upTo }) => draw < upTo)?.factor ?? 1
}

function regimeAt(seed: number, minute: number): number {
  const nearest = Math.round(minute / REGIME_MINUTES)
  const index = minute < regimeStart(seed, nearest) ? nearest - 1 : nearest
  const passed = Math.min(1, (minute - regimeStart(seed, index)) / REGIME_CHANGE_MINUTES)
  return regimeFactor(seed, index - 1) * (1 - passed) + regimeFactor(seed, index) * passed
}

const quietAt = (seed: number, minute: number): number =>
  uniformAt(derive(seed, 101), Math.floor(minute / QUIET_MINUTES)) < QUIET_SHARE ? QUIET_FACTOR : 1

const seasonAt = (minuteOfDay: number): number =>
  1 + SEASON_STRENGTH * Math.cos((2 * Math.PI * (minuteOfDay / 60 - BUSIEST_HOUR)) / 24)
