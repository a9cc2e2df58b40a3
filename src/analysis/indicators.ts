import { DEFAULT_TIMEFRAME, type Timeframe } from '#contract/timeframes.ts'
import { finiteNumber, isFields, toScore, toSince, type Fields, type SinceModel } from './fields.ts'
import { readPayload, type ParsedPayload, type PayloadHeader, type ReadFields } from './payload.ts'

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

/** Ranks of the volatility among the pair's own last 480 candles, 0 to 1. */
export interface VolatilityRanks {
  readonly atr: number
  /** Undefined until there are enough of them. */
  readonly bandWidth: number | undefined
}

/** Technical indicators of one timeframe. */
export interface IndicatorsModel {
  /** `empty`: a snapshot without indicators; `invalid`: not a snapshot. */
  readonly state: 'ready' | 'empty' | 'invalid'
  readonly timeframe: Timeframe
  readonly values: Snapshot
  /** Undefined if not sent, as while the history is short. */
  readonly volatilityRanks: VolatilityRanks | undefined
  /** Of the trend by averages and MACD, as of the last closed candle; undefined if not sent. */
  readonly trendScore: number | undefined
  readonly trendSince: SinceModel | undefined
  /** Number of indicators with a value. */
  readonly activeCount: number
}

const INDICATOR_NAMES = [
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
const SNAPSHOT_FIELDS = ['timeframe', 'timestamp', 'trading_pair'] as const

/** A number sent bare or as a field of an object. */
const numberOf = (value: unknown, name: string): number | undefined =>
  finiteNumber(isFields(value) ? value[name] : value)

function bandsOf(value: unknown): Snapshot['bands'] {
  if (!isFields(value)) return undefined
  const [upper, middle, lower] = [value['upper'], value['middle'], value['lower']].map(finiteNumber)
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

function ranksOf(payload: Fields): VolatilityRanks | undefined {
  const [atr, bandWidth] = [toScore(payload['atr_rank']), toScore(payload['band_width_rank'])]
  return atr === undefined ? undefined : { atr, bandWidth }
}

function stateOf(payload: Fields, activeCount: number): IndicatorsModel['state'] {
  if (activeCount > 0) return 'ready'
  const hasUnreadable = INDICATOR_NAMES.some((name) => payload[name] !== undefined && payload[name] !== null)
  const isSnapshot = SNAPSHOT_FIELDS.some((name) => Object.hasOwn(payload, name))
  return hasUnreadable || !isSnapshot ? 'invalid' : 'empty'
}

function read(payload: Fields, { timeframe = DEFAULT_TIMEFRAME }: PayloadHeader): ReadFields<IndicatorsModel> {
  const values = snapshotOf(payload)
  const activeCount = Object.values(values).filter((value) => value !== undefined).length
  const state = stateOf(payload, activeCount)
  return {
    model: {
      state,
      timeframe,
      values,
      volatilityRanks: ranksOf(payload),
      trendScore: finiteNumber(payload['trend_score']),
      trendSince: toSince(payload['trend_since']),
      activeCount,
    },
    isOfKind: state === 'ready',
    problems: [],
  }
}

/** Reads an indicator payload. */
export const readIndicators = (data: unknown, key = ''): ParsedPayload<IndicatorsModel> => readPayload(data, key, read)
