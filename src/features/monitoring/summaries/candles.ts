import type { CandleModel } from '#src/analysis/candles.ts'
import { formatNumber, formatPrice, formatVolume } from '#src/ui/format/number.ts'
import type { Summarize } from './summary.ts'

/** Decimals of a volume of an unknown pair, or of one that would not fit otherwise. */
const VOLUME_DECIMALS = 4

/** Summarizes a candle for drawing. */
export const summarizeCandle: Summarize<'candles', CandleModel> = (candle, { pair }) => {
  const { open, high, low, close, volume, isComplete } = candle
  const change = ((close - open) / open) * 100
  return {
    kind: 'candles',
    pair,
    candle: { open, high, low, close },
    changePct: Number.isFinite(change) ? change + 0 : 0,
    state: isComplete ? { text: 'Complete', tone: 'neutral' } : { text: 'Partial', tone: 'info' },
    values: [
      { label: 'Close', value: formatPrice(close, pair) },
      { label: 'High', value: formatPrice(high, pair) },
      { label: 'Low', value: formatPrice(low, pair) },
      {
        label: 'Volume',
        value:
          pair === undefined || (volume ?? 0) >= 1 ? formatNumber(volume, VOLUME_DECIMALS) : formatVolume(volume, pair),
      },
    ],
  }
}
