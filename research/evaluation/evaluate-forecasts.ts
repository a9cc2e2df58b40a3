import { FORECAST_CANDLES } from '#contract/payloads/forecast.ts'
import type { Candle } from '#contract/candles.ts'
import { quantile } from './fit-scale.ts'
import { bootstrapByDay, groupByDay, type Proportion } from './interval.ts'

/** Bands published at the close of a candle, as fractions of its price. */
export interface SampledBands {
  readonly half: number
  readonly nineTenths: number
  /** Index of that candle among those of its timeframe. */
  readonly index: number
}

/** Bands with the move that came, and those of a plain exponentially weighted average at the same time. */
export interface BandTrial {
  /** Unix seconds. */
  readonly time: number
  readonly half: number
  readonly nineTenths: number
  readonly move: number
  /** Standard deviation of the move from squared returns, decay 0.94 (RiskMetrics). */
  readonly ewma: number
}

const DECAY = 0.94
/** Quantiles of the normal distribution at 75 and 95 %: half and nine tenths lie within. */
const NORMAL = { half: 0.6745, nineTenths: 1.6449 }

/** Outcomes of the bands of one timeframe; its candles must continue beyond the last forecast. */
export function evaluateBands(samples: readonly SampledBands[], candles: readonly Candle[]): BandTrial[] {
  const ewmas: number[] = []
  let variance: number | undefined
  candles.forEach(({ close }, i) => {
    const change = i === 0 ? 0 : Math.log(close / (candles[i - 1]?.close ?? close))
    if (i > 0) variance = variance === undefined ? change ** 2 : DECAY * variance + (1 - DECAY) * change ** 2
    ewmas.push(Math.sqrt(FORECAST_CANDLES * (variance ?? 0)))
  })
  return samples.flatMap(({ half, nineTenths, index }) => {
    const from = candles[index]
    const to = candles[index + FORECAST_CANDLES]
    if (!from || !to) return []
    return [{ time: from.timestamp, half, nineTenths, move: to.close / from.close - 1, ewma: ewmas[index] ?? 0 }]
  })
}

/** Pinball loss of a quantile at `level` when `value` came (Koenker and Bassett 1978). */
const pinball = (value: number, at: number, level: number): number =>
  value >= at ? level * (value - at) : (1 - level) * (at - value)

/** Pinball loss of the quantiles at 5, 25, 75 and 95 % that symmetric bands are. */
const lossOfBands = (move: number, half: number, nineTenths: number): number =>
  pinball(move, -nineTenths, 0.05) +
  pinball(move, -half, 0.25) +
  pinball(move, half, 0.75) +
  pinball(move, nineTenths, 0.95)

export interface BandScore {
  readonly half: Proportion
  readonly nineTenths: Proportion
  /** How much lower the pinball loss is than that of the quantiles of these very moves, 0.1 for 10 %. */
  readonly gainOverQuantiles: number
  /** How much lower it is than that of a plain exponentially weighted average with normal quantiles. */
  readonly gainOverEwma: number
}

/**
 * Coverage of the bands with 95 % intervals, and their pinball loss.
 * @param blockS seconds of the blocks that are resampled; at least twice the horizon, as neighboring moves overlap.
 */
export function scoreBands(trials: readonly BandTrial[], blockS: number): BandScore {
  const moves = trials.map(({ move }) => move)
  const [q05, q25, q75, q95] = [0.05, 0.25, 0.75, 0.95].map((level) => quantile(moves, level))
  let own = 0
  let unconditional = 0
  let plain = 0
  for (const { move, half, nineTenths, ewma } of trials) {
    own += lossOfBands(move, half, nineTenths)
    plain += lossOfBands(move, NORMAL.half * ewma, NORMAL.nineTenths * ewma)
    unconditional += pinball(move, q05 ?? 0, 0.05) + pinball(move, q25 ?? 0, 0.25)
    unconditional += pinball(move, q75 ?? 0, 0.75) + pinball(move, q95 ?? 0, 0.95)
  }
  const coverage = (bandOf: (trial: BandTrial) => number) =>
    bootstrapByDay(
      groupByDay(
        trials,
        ({ time }) => time,
        (trial) => Math.abs(trial.move) <= bandOf(trial),
        blockS,
      ),
    )
  return {
    half: coverage(({ half }) => half),
    nineTenths: coverage(({ nineTenths }) => nineTenths),
    gainOverQuantiles: unconditional > 0 ? 1 - own / unconditional : 0,
    gainOverEwma: plain > 0 ? 1 - own / plain : 0,
  }
}
