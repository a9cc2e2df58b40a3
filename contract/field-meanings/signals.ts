import type { Signal, SignalList } from '../analysis/signals.ts'
import { group, HEADER, price, share, text, time, type MeaningsOf } from './meaning.ts'

const SIGNAL = {
  signal_type: text('What the source suggests'),
  confidence: share('What the source puts on its call; evidence, not a probability'),
  strength: share('How far the call is from undecided'),
  timeframe: text('The length of the candles it is made on'),
  entry_price: price('The price when it was made'),
  stop_loss: price('Where the source would give up'),
  take_profit: price('Where the source would take its profit'),
  source: text('Who made it'),
  model_id: text('The model that made it'),
  latency_ms: { says: 'How long the model took', unit: 'milliseconds' },
  candle_timestamp: time('The opening of the candle that it was made on'),
} satisfies MeaningsOf<Signal>

export const SIGNAL_LIST = {
  ...HEADER,
  signals: group('The current signals', SIGNAL),
} satisfies MeaningsOf<SignalList>
