import {
  Aroon,
  ATR,
  BollingerBands,
  CCI,
  DonchianChannels,
  EMA,
  IchimokuCloud,
  KeltnerChannels,
  MACD,
  MFI,
  RSI,
  SMA,
  StochasticOscillator,
  SuperTrend,
  WilliamsR,
  WMA,
  WSMA,
} from 'trading-signals'
import type { Candle, CandleChange } from '#contract/candles.ts'
import {
  columnOfOutput,
  INDICATOR_KINDS,
  parseIndicator,
  type IndicatorKindId,
  type IndicatorSetting,
  type IndicatorSource,
} from './kinds.ts'

type Value = number | null | undefined
/** Values of the outputs in their order; without a value while it warms up. With `replaces` the candle is the last one again, changed. */
type Computation = (candle: Candle, replaces: boolean) => readonly Value[]
type Numbers = readonly [number, number, number]
type PriceOf = (candle: Candle) => number

const PRICES: Readonly<Record<IndicatorSource, PriceOf>> = {
  close: ({ close }) => close,
  open: ({ open }) => open,
  high: ({ high }) => high,
  low: ({ low }) => low,
  hl2: ({ high, low }) => (high + low) / 2,
  hlc3: ({ high, low, close }) => (high + low + close) / 3,
}

interface Updatable<Input, Result> {
  /** Whether it has had as many candles as it is long; some give values before that rest on too few. */
  readonly isStable: boolean
  update(input: Input, replace: boolean): Result | null
}
const ofPrice =
  <Result>(indicator: Updatable<number, Result>, priceOf: PriceOf, read: (result: Result) => readonly Value[]) =>
  (candle: Candle, replaces: boolean): readonly Value[] => {
    const result = indicator.update(priceOf(candle), replaces)
    return result === null || !indicator.isStable ? [] : read(result)
  }
const ofCandle =
  <Result>(indicator: Updatable<Candle, Result>, read: (result: Result) => readonly Value[]) =>
  (candle: Candle, replaces: boolean): readonly Value[] => {
    const result = indicator.update(candle, replaces)
    return result === null || !indicator.isStable ? [] : read(result)
  }
const single = (value: number): readonly Value[] => [value]
const bands = ({
  upper,
  middle,
  lower,
}: {
  readonly upper: number
  readonly middle: number
  readonly lower: number
}) => [upper, middle, lower]

/** The spans are drawn as many candles later as the base is long. */
function delayed(candles: number): (values: readonly Value[], replaces: boolean) => readonly Value[] {
  const kept: (readonly Value[])[] = []
  return (values, replaces) => {
    if (replaces) kept.pop()
    kept.push(values)
    if (kept.length > candles + 1) kept.shift()
    return kept.length > candles ? (kept[0] ?? []) : []
  }
}

function ichimoku([conversionInterval, baseInterval, spanBInterval]: Numbers): Computation {
  const cloud = new IchimokuCloud({ conversionInterval, baseInterval, spanBInterval })
  const later = delayed(baseInterval)
  return (candle, replaces) => {
    const result = cloud.update(candle, replaces)
    const spans = later(result === null ? [] : [result.spanA, result.spanB], replaces)
    return [result?.conversion, result?.base, ...spans]
  }
}

/**
 * Wilder's average directional index with both directions, each move in the larger one of them. The library counts both where
 * they are equal, unlike Wilder and TA-Lib.
 */
function adx([length]: Numbers): Computation {
  const [range, plus, minus, index] = [new WSMA(length), new WSMA(length), new WSMA(length), new WSMA(length)]
  let [before, last]: (Candle | undefined)[] = []
  return (candle, replaces) => {
    if (!replaces) before = last
    last = candle
    if (!before) return []
    const [up, down] = [candle.high - before.high, before.low - candle.low]
    const moved = range.update(Math.max(candle.high, before.close) - Math.min(candle.low, before.close), replaces)
    const rise = plus.update(up > 0 && up > down ? up : 0, replaces) ?? 0
    const fall = minus.update(down > 0 && down > up ? down : 0, replaces) ?? 0
    if (moved === null) return []
    const mean = index.update(rise + fall > 0 ? (100 * Math.abs(rise - fall)) / (rise + fall) : 0, replaces)
    return [mean, (100 * rise) / moved, (100 * fall) / moved]
  }
}

const COMPUTATIONS: Readonly<Record<IndicatorKindId, (numbers: Numbers, priceOf: PriceOf) => Computation>> = {
  sma: ([length], priceOf) => ofPrice(new SMA(length), priceOf, single),
  ema: ([length], priceOf) => ofPrice(new EMA(length), priceOf, single),
  wma: ([length], priceOf) => ofPrice(new WMA(length), priceOf, single),
  bollinger: ([length, multiplier], priceOf) => ofPrice(new BollingerBands(length, multiplier), priceOf, bands),
  keltner: ([emaInterval, atrInterval, multiplier]) =>
    ofCandle(new KeltnerChannels({ emaInterval, atrInterval, multiplier }), bands),
  donchian: ([length]) => ofCandle(new DonchianChannels(length), bands),
  supertrend: ([interval, multiplier]) =>
    ofCandle(new SuperTrend({ interval, multiplier }), ({ supertrend, trend }) =>
      trend === 'BULLISH' ? [supertrend, null] : [null, supertrend],
    ),
  ichimoku,
  rsi: ([length], priceOf) => ofPrice(new RSI(length), priceOf, single),
  stochastic: ([kPeriod, kSlowingPeriod, dPeriod]) =>
    ofCandle(new StochasticOscillator({ kPeriod, kSlowingPeriod, dPeriod }), ({ stochK, stochD }) => [stochK, stochD]),
  macd: ([fast, slow, signal], priceOf) =>
    ofPrice(new MACD(new EMA(fast), new EMA(slow), new EMA(signal)), priceOf, (result) => [
      result.histogram,
      result.macd,
      result.signal,
    ]),
  cci: ([length]) => ofCandle(new CCI(length), single),
  mfi: ([length]) => ofCandle(new MFI(length), single),
  williams: ([length]) => ofCandle(new WilliamsR(length), single),
  aroon: ([length]) => ofCandle(new Aroon(length), ({ aroonUp, aroonDown }) => [aroonUp, aroonDown]),
  atr: ([length]) => ofCandle(new ATR(length), single),
  adx,
}

const computationOf = ({ kind, parameters: [a = 0, b = 0, c = 0], source }: IndicatorSetting): Computation =>
  COMPUTATIONS[kind]([a, b, c], PRICES[source])

/** Values of one candle by column; null where there is none. */
export type ComputedValues = Readonly<Record<string, number | null>>

/** The values of indicators at candles that change. */
export interface ComputedIndicators {
  /** Whether there is nothing to compute. */
  readonly isEmpty: boolean
  readonly apply: (change: CandleChange) => void
  /** Those of the candle that opened then, unix seconds. */
  readonly valuesAt: (timestamp: number) => ComputedValues | undefined
}

/**
 * Computes the indicators with these ids. Ids of other overlays are ignored.
 */
export function createComputedIndicators(ids: readonly string[]): ComputedIndicators {
  const settings = ids.flatMap((id) => {
    const setting = parseIndicator(id)
    if (!setting) return []
    return [{ setting, columns: INDICATOR_KINDS[setting.kind].outputs.map((output) => columnOfOutput(id, output.id)) }]
  })
  let candles: Candle[] = []
  let rows = new Map<number, ComputedValues>()
  let computations: readonly Computation[] = []

  function add(candle: Candle, replaces: boolean): void {
    const values: Record<string, number | null> = {}
    for (const [index, { columns }] of settings.entries()) {
      const computed = computations[index]?.(candle, replaces) ?? []
      for (const [at, column] of columns.entries()) {
        const value = computed[at] ?? Number.NaN
        values[column] = Number.isFinite(value) ? value : null
      }
    }
    rows.set(candle.timestamp, values)
  }

  function begin(all: readonly Candle[]): void {
    candles = [...all]
    rows = new Map()
    computations = settings.map(({ setting }) => computationOf(setting))
    for (const candle of all) add(candle, false)
  }

  return {
    isEmpty: settings.length === 0,
    apply(change) {
      if (change.kind === 'reset') return begin(change.candles)
      const { oldest, candles: changed } = change
      const [first] = changed
      const last = candles.at(-1)
      if (!first) return
      // Candles before the last have changed, and with them all that follows.
      if (last && first.timestamp < last.timestamp) {
        const kept = candles.filter(({ timestamp }) => timestamp >= oldest && timestamp < first.timestamp)
        return begin([...kept, ...changed])
      }
      for (let [gone] = candles; gone && gone.timestamp < oldest; [gone] = candles) {
        rows.delete(gone.timestamp)
        candles.shift()
      }
      for (const candle of changed) {
        const replaces = candle.timestamp === candles.at(-1)?.timestamp
        if (replaces) candles.pop()
        candles.push(candle)
        add(candle, replaces)
      }
    },
    valuesAt: (timestamp) => rows.get(timestamp),
  }
}
