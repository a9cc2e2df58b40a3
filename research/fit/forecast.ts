// Fits the numbers of server/analysis/forecast/weights.ts on recorded candles and prints them.
// npx tsx research/fit/forecast.ts FILE...
import { FORECAST_CANDLES, FORECAST_TIMEFRAMES, type ForecastTimeframe } from '#contract/payloads/forecast.ts'
import type { Candle } from '#contract/candles.ts'
import { TIMEFRAME_MINUTES, type Timeframe } from '#contract/timeframes.ts'
import { fitScale, quantile, type ScaleCase } from '#research/evaluation/fit-scale.ts'
import { logMove } from '#server/analysis/forecast/candle-moves.ts'
import { createVolatilityTracker, type VolatilityState } from '#server/analysis/forecast/volatility.ts'
import { EXCURSION_LEVELS, MOVE_LEVELS } from '#server/analysis/forecast/weights.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { readRows } from '../analysis/rows.ts'

const WARM_UP_S = 48 * 3_600
/** Shrinkage of the weights; more where a month has few candles. */
const RIDGE: Record<ForecastTimeframe, number> = { M1: 0.003, M5: 0.003, M15: 0.003, H1: 0.01 }
/** Every so many minutes are enough: neighboring ones overlap. */
const EVERY_MINUTES = 5

interface Sample {
  readonly state: VolatilityState
  readonly minutes: number
  readonly move: number
  /** Furthest moves up and down; of the hour only. */
  readonly excursions: readonly number[]
}

interface Known {
  readonly candle: Candle
  readonly state: VolatilityState | undefined
}

/** The closed candles of a file in the order of their ends, finer ones first, with the volatility known at their close. */
async function candlesOf(file: string): Promise<ReadonlyMap<ForecastTimeframe, readonly Known[]>> {
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  const closed: { readonly timeframe: ForecastTimeframe; readonly candle: Candle; readonly end: number }[] = []
  const add = (name: Timeframe, candle: Candle) => {
    const timeframe = FORECAST_TIMEFRAMES.find((each) => each === name)
    if (timeframe) closed.push({ timeframe, candle, end: candle.timestamp + TIMEFRAME_MINUTES[timeframe] * 60 })
  }
  for await (const row of readRows(file)) {
    if (!('candle' in row)) continue
    const taken = builder.ingest(row.candle, true)
    if (!('rollups' in taken)) continue
    add('M1', row.candle)
    for (const rollup of taken.rollups) if (rollup.closed) add(rollup.timeframe, rollup.candle)
  }
  closed.sort((a, b) => a.end - b.end || TIMEFRAME_MINUTES[a.timeframe] - TIMEFRAME_MINUTES[b.timeframe])
  const volatility = createVolatilityTracker()
  const known = new Map<ForecastTimeframe, Known[]>(FORECAST_TIMEFRAMES.map((timeframe) => [timeframe, []]))
  const start = closed[0]?.end ?? 0
  for (const { timeframe, candle, end } of closed) {
    volatility.append(timeframe, candle)
    known.get(timeframe)?.push({ candle, state: end < start + WARM_UP_S ? undefined : volatility.state(timeframe) })
  }
  return known
}

function movesOf(candles: readonly Known[], every: number): Sample[] {
  return candles.flatMap(({ candle, state }, i) => {
    const later = candles[i + FORECAST_CANDLES]?.candle
    if (!later || !state || i % every !== 0) return []
    const before = candles[Math.max(0, i - 100)]?.candle ?? candle
    const spacing = (candle.timestamp - before.timestamp) / 60 / Math.min(i, 100)
    const move = later.close / candle.close - 1
    return [{ state, minutes: FORECAST_CANDLES * spacing, move, excursions: [] }]
  })
}

function hoursOf(minutes: readonly Known[]): Sample[] {
  return minutes.flatMap(({ candle, state }, i) => {
    if (!state || i % EVERY_MINUTES !== 0) return []
    let { close, close: high, close: low } = candle
    let j = i + 1
    for (; j < minutes.length; j++) {
      const ahead = minutes[j]?.candle
      if (!ahead || ahead.timestamp >= candle.timestamp + 3_660) break
      high = Math.max(high, ahead.high)
      low = Math.min(low, ahead.low)
      close = ahead.close
    }
    if (j === minutes.length) return []
    return [
      {
        state,
        minutes: 60,
        move: close / candle.close - 1,
        excursions: [high / candle.close - 1, 1 - low / candle.close],
      },
    ]
  })
}

const rounded = (value: number): number => Number(value.toFixed(3))
const caseOf = ({ state, minutes }: Sample, size: number): ScaleCase => ({
  inputs: state.inputs,
  offset: state.base + 0.5 * Math.log(minutes),
  size: Math.abs(size),
})

/** Prints the weights of a horizon and its quantiles relative to the scale. */
function print(name: string, samples: readonly Sample[], cases: readonly ScaleCase[], ridge: number): void {
  const { intercept, weights } = fitScale(cases, ridge)
  const scaleOf = ({ inputs, offset }: ScaleCase) =>
    offset + intercept + inputs.reduce((sum, x, k) => sum + x * (weights[k] ?? 0), 0)
  const quantilesOf = (levels: readonly number[], sizes: (sample: Sample) => readonly number[]) => {
    const relative = samples.flatMap((sample) =>
      sizes(sample).map((size) => logMove(size, scaleOf(caseOf(sample, size)))),
    )
    return levels.map((level) => rounded(quantile(relative, level)))
  }
  console.log(name, samples.length, {
    intercept: rounded(intercept),
    inputs: weights.map(rounded),
    quantiles: quantilesOf(MOVE_LEVELS, ({ move }) => [move]),
    excursions: quantilesOf(EXCURSION_LEVELS, ({ excursions }) => excursions),
  })
}

const files = process.argv.slice(2)
const samples = new Map<ForecastTimeframe | 'hour', Sample[]>()
const add = (key: ForecastTimeframe | 'hour', more: readonly Sample[]) =>
  samples.set(key, [...(samples.get(key) ?? []), ...more])
for (const file of files) {
  const candles = await candlesOf(file)
  for (const timeframe of FORECAST_TIMEFRAMES) {
    add(timeframe, movesOf(candles.get(timeframe) ?? [], timeframe === 'M1' ? EVERY_MINUTES : 1))
  }
  add('hour', hoursOf(candles.get('M1') ?? []))
  console.error(file)
}
for (const timeframe of FORECAST_TIMEFRAMES) {
  const own = samples.get(timeframe) ?? []
  print(
    timeframe,
    own,
    own.map((sample) => caseOf(sample, sample.move)),
    RIDGE[timeframe],
  )
}
const hours = samples.get('hour') ?? []
print(
  'hour',
  hours,
  hours.flatMap((sample) => sample.excursions.map((size) => caseOf(sample, size))),
  RIDGE.M5,
)
