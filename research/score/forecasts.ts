import type { Candle } from '#contract/candles.ts'
import type { CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'
import { FORECAST_CANDLES, FORECAST_TIMEFRAMES, type ForecastTimeframe } from '#contract/payloads/forecast.ts'
import type { PairId } from '#contract/pairs.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import type { ClaimGroup } from '#research/evaluation/claims.ts'
import { evaluateBands, scoreBands, type SampledBands } from '#research/evaluation/evaluate-forecasts.ts'
import { WARM_UP_S } from '#server/score-card/past/count-month.ts'
import type { ReplayedMinute } from '../analysis/replay.ts'
import { formatProportion, NONE, percent } from './format.ts'
import type { BandGroup } from './types.ts'

const DAY_S = 86_400
/** Difference of said and came that is allowed for half and for nine tenths of the moves. */
const TOLERANCES = { half: 0.02, nineTenths: 0.015 }

/** Twice the horizon in seconds, at least a day: neighboring moves overlap. */
const blockOf = (timeframe: ForecastTimeframe): number =>
  Math.max(DAY_S, 2 * FORECAST_CANDLES * TIMEFRAME_MINUTES[timeframe] * 60)

/** Collects the bands of every candle that closes, from the third day on, and the candles themselves. */
export function createBandCollector() {
  const candles = new Map<ForecastTimeframe, Candle[]>(FORECAST_TIMEFRAMES.map((timeframe) => [timeframe, []]))
  const bands = new Map<ForecastTimeframe, SampledBands[]>(FORECAST_TIMEFRAMES.map((timeframe) => [timeframe, []]))
  let from: number | undefined

  function recordBands({ timestamp, move_forecasts }: CrossTimeframe): void {
    if (timestamp < (from ?? Infinity)) return
    for (const timeframe of FORECAST_TIMEFRAMES) {
      const forecast = move_forecasts[timeframe]
      const index = (candles.get(timeframe)?.length ?? 0) - 1
      const own = bands.get(timeframe)
      if (!forecast || index < 0 || own?.at(-1)?.index === index) continue
      own?.push({ half: forecast.half_within / 100, nineTenths: forecast.nine_tenths_within / 100, index })
    }
  }

  return {
    /** Records a closed minute and its analysis entries. */
    record(this: void, { minute, entries }: ReplayedMinute): void {
      from ??= minute.timestamp + WARM_UP_S
      for (const { data } of entries) {
        if ('confluence_zones' in data) recordBands(data)
        if (!('is_complete' in data)) continue
        const { timeframe, ...candle } = data
        for (const each of FORECAST_TIMEFRAMES) if (each === timeframe) candles.get(each)?.push(candle)
      }
    },
    /** Bands and the moves that came, by timeframe. */
    groups: (): BandGroup[] =>
      FORECAST_TIMEFRAMES.map((timeframe) => ({
        timeframe,
        trials: evaluateBands(bands.get(timeframe) ?? [], candles.get(timeframe) ?? []),
      })),
  }
}

/** The claims that half and nine tenths of the moves stay within the bands, by timeframe. */
export const bandClaims = (pair: PairId, groups: readonly BandGroup[]): ClaimGroup[] =>
  groups.flatMap(({ timeframe, trials }) =>
    (['half', 'nineTenths'] as const).map((band) => ({
      pair,
      claim: `the price stays within ${band === 'half' ? 'half' : 'nine tenths'} of the moves over ten candles`,
      timeframe,
      blockS: blockOf(timeframe),
      cases: trials.map((trial) => ({
        time: trial.time,
        claimed: band === 'half' ? 0.5 : 0.9,
        happened: Math.abs(trial.move) <= trial[band],
      })),
      chance: null,
      tolerance: TOLERANCES[band],
    })),
  )

/** Coverage of the bands, and how much lower their pinball loss is, by timeframe. */
export function bandReport(groups: readonly BandGroup[]): string[] {
  const known = groups.filter(({ trials }) => trials.length > 0)
  if (known.length === 0) return [`Moves over ten candles: ${NONE}`]
  return [
    'Moves over ten candles: share within half and nine tenths; pinball loss against their own quantiles and a plain average',
    ...known.map(({ timeframe, trials }) => {
      const { half, nineTenths, gainOverQuantiles, gainOverEwma } = scoreBands(trials, blockOf(timeframe))
      const gains = `lower by ${percent(gainOverQuantiles)} % and ${percent(gainOverEwma)} %`
      return `  ${timeframe.padEnd(4)} ${formatProportion(half)}   ${formatProportion(nineTenths)}   ${gains}`
    }),
  ]
}
