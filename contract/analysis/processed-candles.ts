import * as z from 'zod/mini'
import { candleSchema } from '../candles.ts'
import { timeframeSchema } from '../timeframes.ts'

/** A candle of one timeframe as used by the analysis. */
export const processedCandleSchema = z.extend(candleSchema, {
  timeframe: timeframeSchema,
  trading_pair: z.string(),
  exchange: z.string(),
  is_complete: z.boolean(),
})
export type ProcessedCandle = z.infer<typeof processedCandleSchema>
