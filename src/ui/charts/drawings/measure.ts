import { formatSpan, MINUTE_S } from '../../format/candles.ts'
import { formatFixed } from '../../format/chart-labels.ts'
import type { Series } from '../series.ts'

/** An end of a measurement. */
export interface MeasuredPoint {
  readonly slot: number
  readonly price: number
}

/** From where it was begun to where it is now, which may be earlier. */
export interface Measurement {
  readonly from: MeasuredPoint
  readonly to: MeasuredPoint
}

/** What lies between two points of a chart. All are negative towards the past or lower prices. */
export function measure({ from, to }: Measurement, series: Series) {
  const change = to.price - from.price
  return {
    change,
    /** Of the price where it begins. */
    percent: from.price === 0 ? 0 : (change / from.price) * 100,
    candles: to.slot - from.slot,
    minutes: Math.round((series.timeAt(to.slot) - series.timeAt(from.slot)) / MINUTE_S),
  }
}

const signed = (value: number, text: string): string => `${value > 0 ? '+' : value < 0 ? '-' : ''}${text}`

/** `+123.4 (+1.45%)` and `24 candles, 24 min`: prices with the given decimals. */
export function measurementLines(
  measurement: Measurement,
  series: Series,
  decimals: number,
): readonly [string, string] {
  const { change, percent, candles, minutes } = measure(measurement, series)
  const price = signed(change, formatFixed(Math.abs(change), decimals))
  const share = signed(percent, formatFixed(Math.abs(percent), 2))
  const count = Math.abs(candles)
  return [
    `${price} (${share}%)`,
    `${signed(candles, String(count))} ${count === 1 ? 'candle' : 'candles'}, ${formatSpan(Math.abs(minutes))}`,
  ]
}
