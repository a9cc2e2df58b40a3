import { BehaviorSubject } from 'rxjs'
import { expect, it } from 'vitest'
import type { Timeframe } from '#contract/timeframes.ts'
import { chartFuture } from '#src/features/dashboard/confluence/future.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import type { ChartFuture } from '#src/ui/charts/move-bands.ts'
import { recordOf } from '#test/support/client/records.ts'
import { crossTimeframe, KEYS, wrapped } from '#test/support/data/payloads.ts'

const HOUR_S = 3_600
const AT_S = 500_000 * HOUR_S

/** The message of a minute that closed so many seconds after a full hour. */
const messageAt = (seconds: number, half: number): StreamRecord => {
  const forecast = { half_within: half, nine_tenths_within: 3 * half }
  const move_forecasts = { M1: forecast, H1: { half_within: 4 * half, nine_tenths_within: 12 * half } }
  const data = wrapped('confluence', crossTimeframe({ move_forecasts }))
  return recordOf(KEYS.confluence, data, { timestamp: (AT_S + seconds) * 1000 })
}

function follow(timeframe: Timeframe, records$: BehaviorSubject<readonly StreamRecord[]>) {
  const futures: (ChartFuture | undefined)[] = []
  chartFuture({ category: () => records$ }, { pair: 'BTCUSD', timeframe }).subscribe((future) => futures.push(future))
  return futures
}

it('[CH-84] the forecast of the timeframe follows on its candle that closed last', () => {
  const records$ = new BehaviorSubject<readonly StreamRecord[]>([])
  const [minutes, hours] = [follow('M1', records$), follow('H1', records$)]
  for (const message of [messageAt(120, 0.1), messageAt(180, 0.2)]) records$.next([message])
  const bands = (half: number, closedAt: number) => ({
    candles: 10,
    bands: { half, nineTenths: expect.closeTo(3 * half), closedAt },
  })
  expect(minutes).toEqual([{ candles: 10, bands: undefined }, bands(0.1, AT_S + 120), bands(0.2, AT_S + 180)])
  expect(hours).toEqual([{ candles: 10, bands: undefined }, bands(0.4, AT_S), bands(0.8, AT_S)])
})

it('[CH-84] there is none in timeframes without forecasts', () => {
  const records$ = new BehaviorSubject<readonly StreamRecord[]>([messageAt(120, 0.1)])
  for (const timeframe of ['M30', 'H4', 'D1'] as const) expect(follow(timeframe, records$)).toEqual([undefined])
})
