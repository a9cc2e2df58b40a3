import * as z from 'zod/mini'
import { candleSchema } from '../candles.ts'
import { timeframeSchema } from '../timeframes.ts'
import { flag, means, text } from './fields.ts'
import { exchangeSchema } from './header.ts'

const { shape } = candleSchema

/** A candle of one timeframe as used by the analysis. */
export const processedCandleSchema = z.extend(candleSchema, {
  timestamp: means(shape.timestamp, 'The opening of the candle', { unit: 'unix seconds' }),
  open: means(shape.open, 'The first price', { unit: 'quote' }),
  high: means(shape.high, 'The highest price', { unit: 'quote' }),
  low: means(shape.low, 'The lowest price', { unit: 'quote' }),
  close: means(shape.close, 'The last price', { unit: 'quote' }),
  volume: means(shape.volume, 'What was traded', { unit: 'base' }),
  timeframe: means(timeframeSchema, 'The length of the candle'),
  trading_pair: text('The pair that was traded'),
  exchange: exchangeSchema,
  is_complete: flag('False while the candle is still running'),
})
export type ProcessedCandle = z.infer<typeof processedCandleSchema>
