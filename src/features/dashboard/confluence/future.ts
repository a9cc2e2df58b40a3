import { distinctUntilChanged, map, of, type Observable } from 'rxjs'
import { FORECAST_CANDLES, FORECAST_TIMEFRAMES } from '#contract/payloads/forecast.ts'
import { readConfluence } from '#src/analysis/confluence.ts'
import { stepOf, type DashboardView, type Streams } from '#src/streams/index.ts'
import type { ChartFuture } from '#src/ui/charts/move-bands.ts'
import { cardData, streamOf } from '../analytics/card-data.ts'

const UNKNOWN: ChartFuture = { candles: FORECAST_CANDLES, bands: undefined }

const isSame = (a: ChartFuture, b: ChartFuture): boolean =>
  a.bands?.closedAt === b.bands?.closedAt &&
  a.bands?.half === b.bands?.half &&
  a.bands?.nineTenths === b.bands?.nineTenths

/** What is forecast of the next candles of a view, anew with each candle that closes; undefined in timeframes without forecasts. */
export function chartFuture(
  records: Pick<Streams['records'], 'category'>,
  { pair, timeframe }: DashboardView,
): Observable<ChartFuture | undefined> {
  if (!FORECAST_TIMEFRAMES.some((each) => each === timeframe)) return of(undefined)
  const stepS = stepOf({ timeframe })
  return cardData(records, { ...streamOf('confluence'), read: readConfluence }, pair).pipe(
    map(({ record, payload }): ChartFuture => {
      const forecast = payload?.model?.forecasts.find(({ minutes }) => minutes * 60 === FORECAST_CANDLES * stepS)
      if (!record || !forecast) return UNKNOWN
      const { half, nineTenths } = forecast
      const closedAt = Math.floor(record.timestamp / 1000 / stepS) * stepS
      return { candles: FORECAST_CANDLES, bands: { half, nineTenths, closedAt } }
    }),
    distinctUntilChanged(isSame),
  )
}
