import { finiteNumber } from '#contract/analysis/payload-fields.ts'
import { formatNumber, formatVolume } from '#src/ui/format/number.ts'
import type { Summarize } from './summary.ts'
import { priceText } from './stream-id.ts'

/** Decimals of a volume of an unknown pair, or of one that would not fit otherwise. */
const VOLUME_DECIMALS = 4

/** Summarizes a candle for drawing. */
export const summarizeCandle: Summarize<'candles'> = (payload, stream) => {
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map((name) => finiteNumber(payload[name]))
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined
  const top = Math.max(open, high, low, close)
  const bottom = Math.min(open, high, low, close)
  const positionOf = (price: number) => {
    const ratio = (price - bottom) / (top - bottom)
    return Number.isFinite(ratio) ? ratio : 0.5
  }
  const change = ((close - open) / open) * 100
  const volume = finiteNumber(payload['volume'])
  const isComplete = payload['is_complete'] !== false
  return {
    kind: 'candles',
    open: positionOf(open),
    close: positionOf(close),
    isUp: close >= open,
    changePct: Number.isFinite(change) ? change + 0 : 0,
    state: isComplete ? { text: 'Complete', tone: 'neutral' } : { text: 'Partial', tone: 'info' },
    values: [
      { label: 'Close', value: priceText(close, stream) },
      { label: 'High', value: priceText(high, stream) },
      { label: 'Low', value: priceText(low, stream) },
      {
        label: 'Volume',
        value:
          stream.pair === undefined || (volume ?? 0) >= 1
            ? formatNumber(volume, VOLUME_DECIMALS)
            : formatVolume(volume, stream.pair),
      },
    ],
  }
}
