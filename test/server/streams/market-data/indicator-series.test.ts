import { expect, it } from 'vitest'
import { INDICATOR_COLUMNS, type IndicatorSeries } from '#contract/payloads/indicator-series.ts'
import { walk } from '#test/support/data/analysis.ts'
import { marketDataApp } from '#test/support/server/market-data.ts'

/** 2019-06-09 00:00 UTC */
const MIDNIGHT = 1_560_038_400
const minutes = walk({ count: 400, start: MIDNIGHT })

const start = () =>
  marketDataApp(undefined, {
    closedCandles: (_pair, _timeframe, beforeS, limit) =>
      minutes.filter(({ timestamp }) => timestamp < beforeS).slice(-limit),
  })

it('[SL-44] /series gives a row for each closed candle of a range, with a value for each column', async () => {
  const { tdp } = await start()
  const { status, body } = await tdp(
    `/indicators/M1/series?pair=BTC/USD&since=${MIDNIGHT + 200 * 60}&before=${MIDNIGHT + 203 * 60}`,
  )
  expect(status).toBe(200)
  const { data } = body as { data: IndicatorSeries }
  expect(data.columns).toEqual(INDICATOR_COLUMNS)
  expect(data.rows.map(({ timestamp }) => (timestamp - MIDNIGHT) / 60)).toEqual([200, 201, 202])
  expect(data.rows.every(({ values }) => values.every((value) => typeof value === 'number'))).toBe(true)
})

it.each([
  `since=${MIDNIGHT}&before=${MIDNIGHT}`,
  `since=${MIDNIGHT}&before=${MIDNIGHT + 1_001 * 60}`,
  `since=${MIDNIGHT}`,
  `since=${MIDNIGHT}&before=later`,
])('[SL-44] /series refuses %s', async (query) => {
  const { tdp } = await start()
  expect((await tdp(`/indicators/M1/series?${query}`)).status).toBe(400)
})
