import type { CandleModel } from '#src/analysis/candles.ts'
import { formatNumber, formatPrice, formatVolume } from '#src/ui/format/number.ts'
import type { Summarize } from './summary.ts'

/** Decimals of a volume of an unknown pair, or of one that would not fit otherwise. */
const VOLUME_DECIMALS = 4

/** Summarizes a candle for drawing. */
export const summarizeCandle: Summarize<'candles', CandleModel> = (candle, { pair }) => {
  const { open, high, low, close, volume, isComplete } = candle
  const top = Math.max(open, high, low, close)
  const bottom = Math.min(open, high, low, close)
  const positionOf = (price: number) => {
    const ratio = (price - bottom) / (top - bottom)
    return Number.isFinite(ratio) ? ratio : 0.5
  }
  const change = ((close - open) / open) * 100
  return {
    kind: 'candles',
    open: positionOf(open),
    close: positionOf(close),
    isUp: close >= open,
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
