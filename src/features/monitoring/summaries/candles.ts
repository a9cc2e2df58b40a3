import { finiteNumber } from '#contract/analysis/payload-fields.ts'
import { formatNumber, formatVolume } from '#src/ui/format/number.ts'
import type { Draw } from './summary.ts'
import { priceText } from './stream-id.ts'

/** Decimals of a volume whose pair is not known, and of one that would not fit. */
const VOLUME_DECIMALS = 4

/** One candle, as a candle. */
export const drawCandle: Draw<'candles'> = (payload, subject) => {
  const [open, high, low, close] = ['open', 'high', 'low', 'close'].map((name) => finiteNumber(payload[name]))
  if (open === undefined || high === undefined || low === undefined || close === undefined) return undefined
  const top = Math.max(open, high, low, close)
  const bottom = Math.min(open, high, low, close)
  const place = (price: number) => {
    const share = (price - bottom) / (top - bottom)
    return Number.isFinite(share) ? share : 0.5
  }
  const change = ((close - open) / open) * 100
  const volume = finiteNumber(payload['volume'])
  const isComplete = payload['is_complete'] !== false
  return {
    kind: 'candles',
    open: place(open),
    close: place(close),
    isUp: close >= open,
    changePct: Number.isFinite(change) ? change + 0 : 0,
    state: isComplete ? { text: 'Complete', tone: 'neutral' } : { text: 'Partial', tone: 'info' },
    facts: [
      { label: 'Close', value: priceText(close, subject) },
      { label: 'High', value: priceText(high, subject) },
      { label: 'Low', value: priceText(low, subject) },
      {
        label: 'Volume',
        value:
          subject.pair === undefined || (volume ?? 0) >= 1
            ? formatNumber(volume, VOLUME_DECIMALS)
            : formatVolume(volume, subject.pair),
      },
    ],
  }
}
