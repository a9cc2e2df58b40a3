import type { Observable } from 'rxjs'
import type { IndicatorSeries } from '#contract/payloads/indicator-series.ts'
import * as INDICATORS from '#contract/endpoints/indicators.ts'
import type { PairId } from '#contract/pairs.ts'
import { toInterval, type Timeframe } from '#contract/timeframes.ts'
import { fromAbortable } from '#src/lib/from-abortable.ts'
import { mapResult, type Result } from '#src/lib/result.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'

/** Candles of one pair and timeframe that opened since a time and before another, unix seconds. */
export interface IndicatorRange {
  readonly pair: PairId
  readonly timeframe: Timeframe
  readonly since: number
  readonly before: number
}

/** Loads indicators of past candles. Cold; aborts on unsubscription. */
export const fetchIndicatorSeries = (
  call: Call,
  { timeframe, ...query }: IndicatorRange,
): Observable<Result<IndicatorSeries>> =>
  fromAbortable(async (signal) => {
    const params = { timeframe: toInterval(timeframe) }
    const result = await call({ ...requestOf(INDICATORS.series, { params, query }), signal })
    return mapResult(
      result,
      ({ data }) => data,
      ({ text }) => text,
    )
  })
