import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { indicatorSeriesSchema } from '#contract/analysis/indicator-series.ts'
import { successOf } from '#contract/auth.ts'
import type { Candle } from '#contract/candles.ts'
import { CHART } from '#contract/limits.ts'
import { numericString } from '#contract/numeric-strings.ts'
import { DEFAULT_PAIR, type PairId } from '#contract/pairs.ts'
import { INDICATORS } from '#contract/paths.ts'
import { TIMEFRAME_MINUTES, TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { toSeconds } from '#contract/time.ts'
import { INDICATOR_WARM_UP, indicatorSeries } from '#server/analysis/indicators/series.ts'
import { RequestError } from '#server/http/errors.ts'
import { requirePair, requireTimeframe } from '#server/http/parameters.ts'

/** The last `limit` closed candles that opened before a time (unix seconds), oldest first. */
export type ClosedCandles = (pair: PairId, timeframe: Timeframe, beforeS: number, limit: number) => readonly Candle[]

const text = z.string().check(z.maxLength(40))
const time = numericString('must be a unix timestamp')

/** Past indicators of closed candles, computed as the live ones are; mounted under the market-data base. */
export const indicatorSeriesRoute =
  (closedCandles: ClosedCandles): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      INDICATORS.series,
      {
        schema: {
          params: z.object({ timeframe: text }),
          querystring: z.object({ pair: z._default(text, DEFAULT_PAIR), since: time, before: time }),
          response: { 200: successOf(indicatorSeriesSchema) },
        },
      },
      async ({ params, query }) => {
        const timeframe = requireTimeframe(params.timeframe, TIMEFRAMES)
        const pair = requirePair(query.pair)
        const [sinceS, beforeS] = [toSeconds(query.since), toSeconds(query.before)]
        const count = (beforeS - sinceS) / (TIMEFRAME_MINUTES[timeframe] * 60)
        if (count <= 0 || count > CHART.pageCandles) {
          throw new RequestError(400, `Ask for 1 to ${CHART.pageCandles} candles: since a time and before a later one.`)
        }
        const candles = closedCandles(pair, timeframe, beforeS, Math.ceil(count) + INDICATOR_WARM_UP)
        const steps = indicatorSeries(pair, timeframe, candles, sinceS)
        for (;;) {
          const { done, value } = steps.next()
          if (done) return { success: true as const, data: value }
          await yieldToEventLoop()
        }
      },
    )
  }
