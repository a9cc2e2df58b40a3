import { INDICATOR } from '#contract/limits.ts'
import { finiteNumber, isFields } from '#contract/analysis/payload-fields.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { Summarize, KeyValue } from './summary.ts'
import { priceText } from './stream-id.ts'

/** A number sent bare or as a field of an object. */
const numberOf = (value: unknown, name: string): number | undefined =>
  finiteNumber(isFields(value) ? value[name] : value)

function rsiTone(rsi: number | undefined): Tone {
  if (rsi === undefined) return 'neutral'
  return rsi > INDICATOR.rsiHigh ? 'danger' : rsi < INDICATOR.rsiLow ? 'success' : 'neutral'
}

const HEADER_FIELDS = new Set(['timeframe', 'timestamp', 'trading_pair', 'exchange', 'errors'])

/** Summarizes indicators: RSI for a scale, and other values. */
export const summarizeIndicators: Summarize<'indicators'> = (payload, stream) => {
  const rsi = finiteNumber(payload['rsi_14'])
  const macd = numberOf(payload['macd'], 'macd_line')
  const rows: (readonly [label: string, value: number | undefined, text: string, tone?: Tone])[] = [
    ['MACD', macd, formatNumber(macd, 3), macd === undefined ? 'neutral' : macd > 0 ? 'success' : 'danger'],
    ['ADX', numberOf(payload['adx'], 'adx'), formatNumber(numberOf(payload['adx'], 'adx'), 1)],
    ['ATR(14)', finiteNumber(payload['atr_14']), priceText(finiteNumber(payload['atr_14']), stream)],
    ['EMA(21)', finiteNumber(payload['ema_21']), priceText(finiteNumber(payload['ema_21']), stream)],
    ['VWAP', numberOf(payload['vwap'], 'value'), priceText(numberOf(payload['vwap'], 'value'), stream)],
    [
      'Stochastic %K',
      numberOf(payload['stochastic'], 'k_percent'),
      formatNumber(numberOf(payload['stochastic'], 'k_percent'), 1),
    ],
  ]
  const values: KeyValue[] = rows.flatMap(([label, value, text, tone]) =>
    value === undefined ? [] : [{ label, value: text, ...(tone === undefined ? {} : { tone }) }],
  )
  const names = Object.keys(payload).filter((name) => !HEADER_FIELDS.has(name))
  const active = names.filter((name) => {
    const value = payload[name]
    return (
      finiteNumber(value) !== undefined ||
      (isFields(value) && Object.values(value).some((each) => finiteNumber(each) !== undefined))
    )
  }).length
  if (active === 0) return undefined
  return {
    kind: 'indicators',
    rsi: rsi === undefined ? undefined : Math.min(100, Math.max(0, rsi)),
    rsiText: formatNumber(rsi, 1),
    tone: rsiTone(rsi),
    values,
    note: `${active} active ${active === 1 ? 'indicator' : 'indicators'}`,
  }
}
