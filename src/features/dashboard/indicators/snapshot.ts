import { finiteNumber, isFields, type Fields } from '#contract/analysis/payload-fields.ts'

/** Numeric values of an indicator snapshot; undefined while warming up. Prices in the quote currency. */
export interface Snapshot {
  readonly rsi14: number | undefined
  readonly rsi7: number | undefined
  readonly macdLine: number | undefined
  readonly atr14: number | undefined
  readonly bands: { readonly upper: number; readonly middle: number; readonly lower: number } | undefined
  readonly ema9: number | undefined
  readonly ema21: number | undefined
  readonly ema100: number | undefined
  readonly adx: number | undefined
  readonly stochasticK: number | undefined
  readonly vwap: number | undefined
  readonly obv: number | undefined
}

export const INDICATOR_NAMES = [
  'rsi_14',
  'rsi_7',
  'macd',
  'atr_14',
  'bollinger_bands',
  'ema_9',
  'ema_21',
  'ema_100',
  'adx',
  'stochastic',
  'vwap',
  'obv',
] as const

/** A number sent bare or as a field of an object. */
const numberOf = (value: unknown, name: string): number | undefined =>
  isFields(value) ? finiteNumber(value[name]) : finiteNumber(value)

function bandsOf(value: unknown): Snapshot['bands'] {
  if (!isFields(value)) return undefined
  const [upper, middle, lower] = [
    finiteNumber(value['upper']),
    finiteNumber(value['middle']),
    finiteNumber(value['lower']),
  ]
  if (upper === undefined || middle === undefined || lower === undefined) return undefined
  return { upper, middle, lower }
}

/** Reads the numeric values of a payload. */
export const snapshotOf = (payload: Fields): Snapshot => ({
  rsi14: finiteNumber(payload['rsi_14']),
  rsi7: finiteNumber(payload['rsi_7']),
  macdLine: numberOf(payload['macd'], 'macd_line'),
  atr14: finiteNumber(payload['atr_14']),
  bands: bandsOf(payload['bollinger_bands']),
  ema9: finiteNumber(payload['ema_9']),
  ema21: finiteNumber(payload['ema_21']),
  ema100: finiteNumber(payload['ema_100']),
  adx: numberOf(payload['adx'], 'adx'),
  stochasticK: numberOf(payload['stochastic'], 'k_percent'),
  vwap: numberOf(payload['vwap'], 'value'),
  obv: finiteNumber(payload['obv']),
})

/** Number of indicators with a value. */
export const activeCount = (snapshot: Snapshot): number =>
  Object.values(snapshot).filter((value) => value !== undefined).length
