import { FORECAST_CANDLES, FORECAST_TIMEFRAMES, type ForecastTimeframe } from '#contract/payloads/forecast.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { TOLERANCE } from '#research/evaluation/claims.ts'
import { evaluateBands } from '#research/evaluation/evaluate-forecasts.ts'
import { evaluateReached } from '#research/evaluation/evaluate-reached.ts'
import type { BandGroup, ClaimKind, ScoreCollector } from '../types.ts'

const DAY_S = 86_400
/** Difference of said and came that is allowed for half and for nine tenths of the moves. */
const TOLERANCES = { half: 0.02, nineTenths: 0.015 }

/** Twice the horizon in seconds, at least a day: neighboring moves overlap. */
export const blockOf = (timeframe: ForecastTimeframe): number =>
  Math.max(DAY_S, 2 * FORECAST_CANDLES * TIMEFRAME_MINUTES[timeframe] * 60)

/** Bands and the moves that came, by timeframe. */
export const bandGroups = (collector: ScoreCollector): BandGroup[] =>
  FORECAST_TIMEFRAMES.map((timeframe) => ({
    timeframe,
    trials: evaluateBands(collector.bandsOf(timeframe), collector.candlesOf(timeframe)),
  }))

/** The claims that half and nine tenths of the moves stay within the bands, by timeframe. */
export const bandClaims: ClaimKind = (pair, collector) =>
  bandGroups(collector).flatMap(({ timeframe, trials }) =>
    (['half', 'nineTenths'] as const).map((band) => ({
      pair,
      claim: `the price stays within ${band === 'half' ? 'half' : 'nine tenths'} of the moves over ten candles`,
      timeframe,
      blockS: blockOf(timeframe),
      cases: trials.map((trial) => ({
        time: trial.time,
        claimed: band === 'half' ? 0.5 : 0.9,
        happened: Math.abs(trial.move) <= trial[band],
        chance: undefined,
      })),
      tolerance: TOLERANCES[band],
    })),
  )

/** The claim that the price reaches a level within the hour. */
export const reachedClaims: ClaimKind = (pair, { reachable, minutes }) => [
  {
    pair,
    claim: 'the price reaches a level within the hour',
    timeframe: undefined,
    cases: evaluateReached(reachable, minutes),
    tolerance: TOLERANCE,
  },
]
