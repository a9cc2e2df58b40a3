import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Candle, CandleChange } from '#contract/candles.ts'
import { createComputedIndicators } from '#src/ui/charts/indicators/compute.ts'
import {
  COLORS,
  columnOfOutput,
  INDICATOR_KIND_IDS,
  INDICATOR_KINDS,
  indicatorId,
  initialSetting,
  SOURCES,
  type IndicatorKindId,
  type IndicatorSetting,
} from '#src/ui/charts/indicators/kinds.ts'
import { candleOf, cell, readTable } from '#test/support/data/analysis.ts'
import { candle, candles, resetOf } from '#test/support/data/candles.ts'
import { referenceData } from '#test/support/data/reference.ts'

const idOf = (kind: IndicatorKindId, parameters: readonly number[], more: Partial<IndicatorSetting> = {}) =>
  indicatorId({ ...initialSetting(kind, 'accent'), parameters, ...more })

/** The values of an output at each candle. */
function values(id: string, output: string, all: readonly Candle[]): readonly (number | null)[] {
  const computed = createComputedIndicators([id])
  computed.apply(resetOf(all))
  return all.map(({ timestamp }) => computed.valuesAt(timestamp)?.[columnOfOutput(id, output)] ?? null)
}

/** A wave with noise, so that nothing is equal to anything. */
const market: readonly Candle[] = Array.from({ length: 400 }, (_, index) => {
  const middle = 100 + 10 * Math.sin(index / 9) + 3 * Math.cos(index * 1.7)
  const close = middle + Math.sin(index * 2.3)
  return candle(index, {
    open: middle,
    close,
    high: Math.max(middle, close) + 0.5 + (index % 5) / 7,
    low: Math.min(middle, close) - 0.4 - (index % 3) / 5,
    volume: 1 + (index % 11),
  })
})

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
const typical = ({ high, low, close }: Candle) => (high + low + close) / 3
/** A formula over the last candles, none while there are too few. */
const over =
  (length: number, of: (last: readonly Candle[]) => number) =>
  (all: readonly Candle[]): readonly (number | null)[] =>
    all.map((_, index) => (index + 1 < length ? null : of(all.slice(index + 1 - length, index + 1))))
const highest = (last: readonly Candle[]) => Math.max(...last.map(({ high }) => high))
const lowest = (last: readonly Candle[]) => Math.min(...last.map(({ low }) => low))

/** SuperTrend as its author gives it, over true ranges averaged as the kept library does. */
function superTrend(all: readonly Candle[], multiplier: number, atr: readonly (number | null)[]) {
  let [upper, lower, isRising] = [Infinity, -Infinity, false]
  let before: number | undefined
  return all.map(({ high, low, close }, index) => {
    const range = atr[index] ?? null
    if (range === null) return null
    const basic = (high + low) / 2
    const isFirst = before === undefined
    upper = isFirst || basic + multiplier * range < upper || (before ?? 0) > upper ? basic + multiplier * range : upper
    lower = isFirst || basic - multiplier * range > lower || (before ?? 0) < lower ? basic - multiplier * range : lower
    isRising = !isFirst && isRising ? close >= lower : close > upper
    before = close
    return isRising ? lower : upper
  })
}

const FORMULAS: readonly [
  name: string,
  id: string,
  output: string,
  of: (all: readonly Candle[]) => readonly (number | null)[],
][] = [
  ['SMA', idOf('sma', [9]), 'value', over(9, (last) => sum(last.map(({ close }) => close)) / 9)],
  [
    'SMA of the typical price',
    idOf('sma', [9], { source: 'hlc3' }),
    'value',
    over(9, (last) => sum(last.map(typical)) / 9),
  ],
  ['WMA', idOf('wma', [9]), 'value', over(9, (last) => sum(last.map(({ close }, index) => close * (index + 1))) / 45)],
  ['Donchian, upper', idOf('donchian', [20]), 'upper', over(20, highest)],
  ['Donchian, middle', idOf('donchian', [20]), 'middle', over(20, (last) => (highest(last) + lowest(last)) / 2)],
  ['Donchian, lower', idOf('donchian', [20]), 'lower', over(20, lowest)],
  [
    'CCI',
    idOf('cci', [20]),
    'value',
    over(20, (last) => {
      const prices = last.map(typical)
      const mean = sum(prices) / 20
      return ((prices.at(-1) ?? 0) - mean) / (0.015 * (sum(prices.map((price) => Math.abs(price - mean))) / 20))
    }),
  ],
  [
    'MFI',
    idOf('mfi', [14]),
    'value',
    over(15, (last) => {
      const flows = last.slice(1).map((each, index) => {
        const change = typical(each) - typical(last[index] ?? each)
        return Math.sign(change) * typical(each) * each.volume
      })
      const positive = sum(flows.filter((flow) => flow > 0))
      return (100 * positive) / sum(flows.map(Math.abs))
    }),
  ],
  [
    'Williams %R',
    idOf('williams', [14]),
    'value',
    over(14, (last) => (-100 * (highest(last) - (last.at(-1)?.close ?? 0))) / (highest(last) - lowest(last))),
  ],
  [
    'Aroon, up',
    idOf('aroon', [25]),
    'up',
    over(26, (last) => (100 * last.findLastIndex(({ high }) => high === highest(last))) / 25),
  ],
  [
    'Aroon, down',
    idOf('aroon', [25]),
    'down',
    over(26, (last) => (100 * last.findLastIndex(({ low }) => low === lowest(last))) / 25),
  ],
  [
    'Keltner, upper',
    idOf('keltner', [20, 10, 2]),
    'upper',
    (all) => {
      const [middle, range] = [values(idOf('ema', [20]), 'value', all), values(idOf('atr', [10]), 'value', all)]
      return all.map((_, index) => {
        const [mean, atr] = [middle[index] ?? null, range[index] ?? null]
        return mean === null || atr === null ? null : mean + 2 * atr
      })
    },
  ],
  [
    'Ichimoku, span B, 26 candles later',
    idOf('ichimoku', [9, 26, 52]),
    'spanB',
    (all) => {
      const now = over(52, (last) => (highest(last) + lowest(last)) / 2)(all)
      return all.map((_, index) => now[index - 26] ?? null)
    },
  ],
]

const near = (ours: number | null, theirs: number | null): boolean =>
  ours === null || theirs === null ? ours === theirs : Math.abs(ours - theirs) <= 1e-6 * Math.max(1, Math.abs(theirs))

describe('[CH-76] the user’s indicators', () => {
  it.each(FORMULAS)('%s is what its formula gives', (_, id, output, of) => {
    const [ours, theirs] = [values(id, output, market), of(market)]
    expect(ours.filter((value) => value !== null).length).toBeGreaterThan(300)
    expect(ours.map((value, index) => near(value, theirs[index] ?? null)).indexOf(false)).toBe(-1)
  })

  it('SuperTrend changes sides as its formula does', () => {
    const id = idOf('supertrend', [10, 3])
    const [rising, falling] = [values(id, 'rising', market), values(id, 'falling', market)]
    const theirs = superTrend(market, 3, values(idOf('atr', [10]), 'value', market))
    const ours = rising.map((value, index) => value ?? falling[index] ?? null)
    expect(ours.map((value, index) => near(value, theirs[index] ?? null)).indexOf(false)).toBe(-1)
    expect(rising.some((value) => value !== null) && falling.some((value) => value !== null)).toBe(true)
    expect(rising.filter((value, index) => value !== null && falling[index] !== null)).toEqual([])
  })

  it('never throw or give anything but a finite number, whatever is set and whatever the market does', () => {
    const anySetting = fc.constantFrom(...INDICATOR_KIND_IDS).chain((kind) =>
      fc.record({
        kind: fc.constant(kind),
        parameters: fc.tuple(
          ...INDICATOR_KINDS[kind].parameters.map(({ min, max, step }) =>
            step < 1 ? fc.integer({ min: min / step, max: max / step }).map((n) => n * step) : fc.integer({ min, max }),
          ),
        ),
        source: fc.constantFrom(...SOURCES.map(({ id }) => id)),
        color: fc.constantFrom(...COLORS.map(({ id }) => id)),
      }),
    )
    const flat = Array.from({ length: 320 }, (_, index) => candle(index, { close: 100, volume: index < 160 ? 0 : 1 }))
    const markets = [flat, candles(320), market.slice(0, 320)]
    fc.assert(
      fc.property(anySetting, fc.constantFrom(...markets), (setting, all) => {
        const id = indicatorId(setting)
        for (const { id: output } of INDICATOR_KINDS[setting.kind].outputs)
          for (const value of values(id, output, all)) if (value !== null) expect(Number.isFinite(value)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('are the same however the candles arrived: ticks, older pages, corrections, and the oldest gone', () => {
    const ids = INDICATOR_KIND_IDS.map((kind) => indicatorId(initialSetting(kind, 'accent')))
    const whole = createComputedIndicators(ids)
    whole.apply(resetOf(market))
    const live = createComputedIndicators(ids)
    live.apply(resetOf(market.slice(100, 200)))
    live.apply(resetOf(market.slice(0, 200)))
    const oldest = market[0]?.timestamp ?? 0
    const tick = (changed: readonly Candle[]): CandleChange => ({ kind: 'tick', candles: changed, oldest })
    for (const each of market.slice(200)) {
      live.apply(tick([{ ...each, high: each.high + 5, close: each.low }]))
      live.apply(tick([{ ...each, low: each.low - 5 }]))
      live.apply(tick([each]))
    }
    live.apply(tick(market.slice(-3)))
    for (const { timestamp } of market)
      for (const [column, value] of Object.entries(whole.valuesAt(timestamp) ?? {}))
        expect([timestamp, column, near(live.valuesAt(timestamp)?.[column] ?? null, value)]).toEqual([
          timestamp,
          column,
          true,
        ])
    live.apply({ kind: 'tick', candles: market.slice(-1), oldest: market[10]?.timestamp ?? 0 })
    expect([live.valuesAt(market[9]?.timestamp ?? 0), live.valuesAt(market[10]?.timestamp ?? 0)]).toEqual([
      undefined,
      expect.anything(),
    ])
  })
})

const TALIB: readonly [column: string, id: string, output: string][] = [
  ['rsi_14', idOf('rsi', [14]), 'value'],
  ['rsi_7', idOf('rsi', [7]), 'value'],
  ['ema_9', idOf('ema', [9]), 'value'],
  ['ema_100', idOf('ema', [100]), 'value'],
  ['macd', idOf('macd', [12, 26, 9]), 'line'],
  ['macd_signal', idOf('macd', [12, 26, 9]), 'signal'],
  ['macd_hist', idOf('macd', [12, 26, 9]), 'histogram'],
  ['bb_upper', idOf('bollinger', [20, 2]), 'upper'],
  ['bb_middle', idOf('bollinger', [20, 2]), 'middle'],
  ['bb_lower', idOf('bollinger', [20, 2]), 'lower'],
  ['atr_14', idOf('atr', [14]), 'value'],
  ['adx_14', idOf('adx', [14]), 'value'],
  ['plus_di_14', idOf('adx', [14]), 'plus'],
  ['minus_di_14', idOf('adx', [14]), 'minus'],
  ['stoch_14_3_3_k', idOf('stochastic', [14, 3, 3]), 'k'],
  ['stoch_14_3_3_d', idOf('stochastic', [14, 3, 3]), 'd'],
]
/** What is remembered of the first candles, which each implementation begins in its own way, has faded by then. */
const WARM_UP = 1_000

for (const name of [
  'indicators/talib-BTCUSD-1m-2019-06-26_27.csv.gz',
  'indicators/talib-BTCUSDT-1m-2025-06-22.csv.gz',
]) {
  const path = referenceData(name)
  describe.skipIf(!path)(`[CH-76] the user’s indicators equal TA-Lib on ${name}`, () => {
    const rows = path === undefined ? [] : readTable(path)
    const all = rows.map((row, index) => candleOf(row, index))
    it.each(TALIB)('%s', (column, id, output) => {
      const ours = values(id, output, all)
      const worst = rows.slice(WARM_UP).map((row, index) => {
        const theirs = cell(row, column) ?? Number.NaN
        return Math.abs((ours[index + WARM_UP] ?? Number.NaN) - theirs) / Math.max(1, Math.abs(theirs))
      })
      expect(Math.max(...worst)).toBeLessThan(1e-6)
    })
  })
}
