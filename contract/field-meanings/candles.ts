import type { ProcessedCandle } from '../analysis/processed-candles.ts'
import { EXCHANGE, price, text, time, volume, type MeaningsOf } from './meaning.ts'

export const PROCESSED_CANDLE = {
  timestamp: time('The opening of the candle'),
  open: price('The first price'),
  high: price('The highest price'),
  low: price('The lowest price'),
  close: price('The last price'),
  volume: volume('What was traded'),
  timeframe: text('The length of the candle'),
  trading_pair: text('The pair that was traded'),
  exchange: EXCHANGE,
  is_complete: text('False while the candle is still running'),
} satisfies MeaningsOf<ProcessedCandle>
