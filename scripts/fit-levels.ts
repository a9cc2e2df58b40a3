// Fits the weights of server/analysis/levels/strength.ts on recorded candles and prints them.
// npx tsx scripts/fit-levels.ts FILE...
import { fitLogistic } from '#server/analysis/evaluation/fit.ts'
import { evaluateLevels, type LevelSample } from '#server/analysis/evaluation/evaluate-levels.ts'
import { seededRandom } from '#server/analysis/evaluation/random.ts'
import { createMarketView } from '#server/analysis/engine/market-view.ts'
import { fiveMinuteRange, hourlyRange } from '#server/analysis/engine/volatility.ts'
import { FEATURES, type LevelFeatures } from '#server/analysis/levels/features.ts'
import { volatilityInputs, type MarketVolatility } from '#server/analysis/levels/strength.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import type { Candle } from '#contract/candles.ts'
import { readRows } from './analysis/rows.ts'

const WARM_UP_S = 48 * 3_600
const RIDGE = 20

interface TrialMeta {
  readonly features: LevelFeatures
  readonly volatility: MarketVolatility
}

async function trialsOf(file: string) {
  const view = createMarketView('BTCUSD', 'kraken')
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  const minutes: Candle[] = []
  const ranges: number[] = []
  const samples: LevelSample<TrialMeta>[] = []
  for await (const row of readRows(file)) {
    if (!('candle' in row)) continue
    const { candle } = row
    const taken = builder.ingest(candle, true)
    if (!('rollups' in taken)) continue
    ranges.push(hourlyRange(view.timeframes) ?? 0)
    minutes.push(candle)
    const closed = taken.rollups.filter((rollup) => rollup.closed)
    view.append('M1', candle)
    for (const rollup of closed) view.append(rollup.timeframe, rollup.candle)
    if (closed.some(({ timeframe }) => timeframe === 'M5')) view.redrawLevels()
    const now = candle.timestamp + 60
    const hour = hourlyRange(view.timeframes)
    if (now % 3_600 !== 0 || hour === undefined || now < (minutes[0]?.timestamp ?? 0) + WARM_UP_S) continue
    const volatility = {
      price: candle.close,
      hourlyRange: hour,
      fiveMinuteRange: fiveMinuteRange(view.timeframes) ?? 0,
    }
    const levels = view.levels.around(candle.close).map(({ zone, role, grade }) => ({
      price: zone.price,
      role,
      meta: { features: grade.features, volatility },
    }))
    samples.push({ index: minutes.length, price: candle.close, hourlyRange: hour, levels })
  }
  return evaluateLevels(samples, minutes, ranges, seededRandom(1)).filter(({ outcome }) => outcome !== 'open')
}

const rounded = (value: number): number => Number(value.toFixed(3))

const trials = []
for (const file of process.argv.slice(2)) {
  trials.push(...(await trialsOf(file)))
  console.error(`${file}: ${trials.length} touches so far`)
}

const happened = trials.map(({ outcome }) => outcome === 'held')
const inputsOf = (meta: TrialMeta) => FEATURES.map((name) => meta.features[name])
const own = fitLogistic(
  trials.map(({ meta }, i) => ({ inputs: inputsOf(meta), happened: happened[i] ?? false })),
  RIDGE,
)
const logOdds = trials.map(({ meta }) =>
  inputsOf(meta).reduce((sum, input, k) => sum + input * rounded(own.weights[k] ?? 0), rounded(own.intercept)),
)
const market = fitLogistic(
  trials.map(({ meta }, i) => ({
    inputs: [logOdds[i] ?? 0, ...volatilityInputs(meta.volatility)],
    happened: happened[i] ?? false,
  })),
  1,
)
const sorted = logOdds.toSorted((a, b) => a - b)

console.log('WEIGHTS', Object.fromEntries(FEATURES.map((name, k) => [name, rounded(own.weights[k] ?? 0)])))
console.log('INTERCEPT', rounded(own.intercept))
console.log(
  'DECILES',
  Array.from({ length: 11 }, (_, i) => rounded(sorted[Math.round((i / 10) * (sorted.length - 1))] ?? 0)),
)
console.log('MARKET', { intercept: rounded(market.intercept), weights: market.weights.map(rounded) })
