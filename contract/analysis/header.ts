import * as z from 'zod/mini'
import { dataErrorSchema } from './errors.ts'
import { flag, means, text, time } from './fields.ts'

/** Since when something is as it is published. */
export const sinceSchema = z.object({
  time: time('The opening of the candle with which it began'),
  or_earlier: flag('Whether it may have begun before, where the known candles begin'),
})
export type Since = z.infer<typeof sinceSchema>

/** The market source (`MarketKind`). */
export const exchangeSchema = text('Where the candles come from: an exchange, a recording or the simulated market')

/** Fields of every analysis payload. */
export const analysisHeader = {
  timestamp: time('The minute up to which candles were known'),
  trading_pair: text('The pair that was analysed'),
  exchange: exchangeSchema,
  errors: means(z.array(dataErrorSchema), 'What could not be computed; empty if nothing is missing'),
}
