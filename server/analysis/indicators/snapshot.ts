import { BollingerBands, RSI, StochasticOscillator } from 'trading-signals'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import { createAdx } from './adx.ts'
import { createAtr } from './atr.ts'
import { createEma, EMA_START, stepEma } from './ema.ts'
import { fromTradingSignals, type Indicator, fold } from './indicator.ts'
import { createObv, createVwap } from './volume.ts'

interface Macd {
  readonly line: number
  readonly signal: number
  readonly histogram: number
}

/**
 * Moving average convergence/divergence (Appel): EMA(fast) - EMA(slow) of closes, its EMA(signal), and their difference.
 * Every average is seeded by a simple mean; as in TA-Lib, the fast one starts late, so that both begin on the same candle.
 */
const createMacd = (fast: number, slow: number, signal: number): Indicator<Macd> =>
  fold(
    { fast: EMA_START, slow: EMA_START, signal: EMA_START, line: 0 },
    (state, { close }) => {
      const isWaiting = state.slow.count < slow - fast
      const next = {
        ...state,
        fast: isWaiting ? EMA_START : stepEma(state.fast, fast, close),
        slow: stepEma(state.slow, slow, close),
      }
      if (next.fast.value === undefined || next.slow.value === undefined) return next
      const line = next.fast.value - next.slow.value
      return { ...next, line, signal: stepEma(state.signal, signal, line) }
    },
    ({ line, signal: { value } }) =>
      value === undefined ? undefined : { line, signal: value, histogram: line - value },
  )

/** Number of candles without price movement. */
interface FlatMarket {
  /** Candles since the close last changed; infinite when it never did. */
  readonly closes: number
  /** Consecutive candles with a single price, the same in all of them. */
  readonly ranges: number
}

/** Counts candles without movement. Oscillators divide by movement, so without any they are undefined, not 0 or 100. */
const createFlatMarket = (): Indicator<FlatMarket> =>
  fold(
    { price: Number.NaN, closes: Number.POSITIVE_INFINITY, ranges: 0 },
    (state, { high, low, close }) => {
      const isOnePrice = high === low
      const isFirst = Number.isNaN(state.price)
      return {
        price: close,
        closes: isFirst || close === state.price ? state.closes + 1 : 0,
        ranges: isOnePrice ? (close === state.price ? state.ranges + 1 : 1) : 0,
      }
    },
    ({ closes, ranges }) => ({ closes, ranges }),
  )

const MACD = { fast_period: 12, slow_period: 26, signal_period: 9 } as const
const BANDS = { period: 20, std_dev_multiplier: 2 } as const
const STOCHASTIC = { period: 14, slowing: 3, signal: 3 } as const
const ADX_PERIOD = 14
const ATR_PERIOD = 14
/** After this many candles without movement, Wilder's averages contain nothing but rounding errors. */
const MAX_FLAT_CANDLES = 1_000

const close = (candle: Candle) => candle.close
const identity = (candle: Candle) => candle
const createAllIndicators = () => ({
  flatMarket: createFlatMarket(),
  rsi14: fromTradingSignals(new RSI(14), close, (value) => value),
  rsi7: fromTradingSignals(new RSI(7), close, (value) => value),
  macd: createMacd(MACD.fast_period, MACD.slow_period, MACD.signal_period),
  atr: createAtr(ATR_PERIOD),
  bands: fromTradingSignals(new BollingerBands(BANDS.period, BANDS.std_dev_multiplier), close, (value) => value),
  ema9: createEma(9),
  ema21: createEma(21),
  ema100: createEma(100),
  adx: createAdx(ADX_PERIOD),
  stochastic: fromTradingSignals(
    new StochasticOscillator({
      kPeriod: STOCHASTIC.period,
      kSlowingPeriod: STOCHASTIC.slowing,
      dPeriod: STOCHASTIC.signal,
    }),
    identity,
    (value) => value,
  ),
  vwap: createVwap(),
  obv: createObv(),
})

type IndicatorSet = ReturnType<typeof createAllIndicators>
type Values = { [K in keyof IndicatorSet]: IndicatorSet[K] extends Indicator<infer T> ? T | undefined : never }
type SnapshotValues = Omit<IndicatorSnapshot, 'timeframe' | 'timestamp' | 'trading_pair' | 'exchange'>

const finite = (value: number | undefined): value is number => value !== undefined && Number.isFinite(value)
const allFinite = (values: readonly number[]): boolean => values.every(Number.isFinite)

function evaluate(indicators: IndicatorSet, candle: Candle, how: 'append' | 'update'): Values {
  return {
    flatMarket: indicators.flatMarket[how](candle),
    rsi14: indicators.rsi14[how](candle),
    rsi7: indicators.rsi7[how](candle),
    macd: indicators.macd[how](candle),
    atr: indicators.atr[how](candle),
    bands: indicators.bands[how](candle),
    ema9: indicators.ema9[how](candle),
    ema21: indicators.ema21[how](candle),
    ema100: indicators.ema100[how](candle),
    adx: indicators.adx[how](candle),
    stochastic: indicators.stochastic[how](candle),
    vwap: indicators.vwap[how](candle),
    obv: indicators.obv[how](candle),
  }
}

/** The publishable values: finite numbers only, oscillators only when price moved. */
function toSnapshotValues(values: Values): SnapshotValues {
  const { flatMarket, macd, bands, adx, stochastic } = values
  const hasMoved = flatMarket !== undefined && flatMarket.closes < MAX_FLAT_CANDLES
  const hasRecentRange = flatMarket !== undefined && flatMarket.ranges < MAX_FLAT_CANDLES
  const hasRange = flatMarket !== undefined && flatMarket.ranges < STOCHASTIC.period
  const result: SnapshotValues = {}
  if (hasMoved && finite(values.rsi14)) result.rsi_14 = values.rsi14
  if (hasMoved && finite(values.rsi7)) result.rsi_7 = values.rsi7
  if (macd && allFinite([macd.line, macd.signal])) {
    result.macd = { macd_line: macd.line, signal_line: macd.signal, histogram: macd.histogram, ...MACD }
  }
  if (finite(values.atr)) result.atr_14 = values.atr
  if (bands && allFinite([bands.upper, bands.lower])) {
    result.bollinger_bands = { upper: bands.upper, middle: bands.middle, lower: bands.lower, ...BANDS }
  }
  if (finite(values.ema9)) result.ema_9 = values.ema9
  if (finite(values.ema21)) result.ema_21 = values.ema21
  if (finite(values.ema100)) result.ema_100 = values.ema100
  if (hasRecentRange && adx && allFinite([adx.plusDi, adx.minusDi])) {
    result.adx = { plus_di: adx.plusDi, minus_di: adx.minusDi, period: ADX_PERIOD }
    if (finite(adx.adx)) result.adx.adx = adx.adx
  }
  if (hasRange && stochastic && allFinite([stochastic.stochK, stochastic.stochD])) {
    result.stochastic = { k_percent: stochastic.stochK, d_percent: stochastic.stochD, period: STOCHASTIC.period }
  }
  if (finite(values.vwap)) result.vwap = { value: values.vwap, session_type: 'utc_day' }
  if (finite(values.obv)) result.obv = values.obv
  return result
}

/** The indicators of one timeframe, candle by candle. */
export interface IndicatorTracker {
  /** Adds a closed candle. */
  append(candle: Candle): IndicatorSnapshot
  /** Snapshot as if this running candle were closed; the next `update` or `append` replaces it. */
  update(candle: Candle): IndicatorSnapshot
}

/**
 * All indicators of the contract for one timeframe. RSI, Bollinger bands (population deviation) and the slow stochastic
 * (%K(14) smoothed by 3, %D by another 3) come from trading-signals, the others from this folder.
 */
export function createIndicatorTracker(pair: PairId, exchange: MarketKind, timeframe: Timeframe): IndicatorTracker {
  const indicators = createAllIndicators()
  const snapshotOf = (candle: Candle, how: 'append' | 'update'): IndicatorSnapshot => ({
    timeframe,
    timestamp: candle.timestamp,
    trading_pair: pair,
    exchange,
    ...toSnapshotValues(evaluate(indicators, candle, how)),
  })
  return { append: (candle) => snapshotOf(candle, 'append'), update: (candle) => snapshotOf(candle, 'update') }
}
