// Fits the weights of server/analysis/levels/strength.ts on recorded candles and prints them.
// npx tsx research/fit/levels.ts FILE...
import type { Candle } from '#contract/candles.ts'
import { createMarketView } from '#server/analysis/engine/market-view.ts'
import { hourlyRange } from '#server/analysis/engine/volatility.ts'
import { evaluateLevels, type LevelSample } from '#research/evaluation/evaluate-levels.ts'
import { fitLogistic, type FitCase } from '#research/evaluation/fit.ts'
import { seededRandom } from '#server/lib/random.ts'
import { HOLD_DEFINITIONS, HOLDS, type HoldDefinition } from '#server/outcomes/hold.ts'
import { FEATURES, type LevelFeatures } from '#server/analysis/levels/features.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { readRows } from '../analysis/rows.ts'

const WARM_UP_S = 48 * 3_600
/** Per definition, as each contributes every touch once. */
const RIDGE = 20

/** The levels of every full hour of a file, and what is needed to follow them. */
async function replay(file: string) {
  const view = createMarketView('BTCUSD', 'kraken')
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  const minutes: Candle[] = []
  const ranges: number[] = []
  const samples: LevelSample<LevelFeatures>[] = []
  for await (const row of readRows(file)) {
    if (!('candle' in row)) continue
    const { candle } = row
    const taken = builder.ingest(candle, true)
    if (!('rollups' in taken)) continue
    ranges.push(hourlyRange(view.timeframes) ?? 0)
    minutes.push(candle)
    view.append('M1', candle)
    for (const rollup of taken.rollups) if (rollup.closed) view.append(rollup.timeframe, rollup.candle)
    const now = candle.timestamp + 60
    const hour = hourlyRange(view.timeframes)
    if (now % 3_600 !== 0 || hour === undefined || now < (minutes[0]?.timestamp ?? 0) + WARM_UP_S) continue
    view.redrawLevels()
    const levels = view.levels
      .around(candle.close)
      .map(({ zone, role, grade }) => ({ price: zone.price, role, meta: grade.features }))
    samples.push({ index: minutes.length, price: candle.close, hourlyRange: hour, levels })
  }
  return { samples, minutes, ranges }
}

type Replayed = Awaited<ReturnType<typeof replay>>

/** The decided touches under a definition. */
const casesOf = ({ samples, minutes, ranges }: Replayed, definition: HoldDefinition): FitCase[] =>
  evaluateLevels(samples, minutes, ranges, seededRandom(1), definition, 0)
    .filter(({ outcome }) => outcome !== 'open')
    .map(({ meta, outcome }) => ({ inputs: FEATURES.map((name) => meta[name]), happened: outcome === 'held' }))

const rounded = (value: number): number => Number(value.toFixed(3))

const pooled: FitCase[] = []
const defined: FitCase[] = []
for (const file of process.argv.slice(2)) {
  const replayed = await replay(file)
  for (const definition of HOLD_DEFINITIONS) for (const each of casesOf(replayed, definition)) pooled.push(each)
  defined.push(...casesOf(replayed, HOLDS))
  console.error(`${file}: ${defined.length} touches so far`)
}

const fitted = fitLogistic(pooled, RIDGE * HOLD_DEFINITIONS.length)
const weights = fitted.weights.map(rounded)
const intercept = rounded(fitted.intercept)
const logOddsOf = ({ inputs }: FitCase) => inputs.reduce((sum, input, k) => sum + input * (weights[k] ?? 0), intercept)
const hold = fitLogistic(
  defined.map((each) => ({ inputs: [logOddsOf(each)], happened: each.happened })),
  1,
)
const sorted = defined.map(logOddsOf).sort((a, b) => a - b)

console.log('WEIGHTS', Object.fromEntries(FEATURES.map((name, k) => [name, weights[k]])))
console.log('INTERCEPT', intercept)
console.log(
  'DECILES',
  Array.from({ length: 11 }, (_, i) => rounded(sorted[Math.round((i / 10) * (sorted.length - 1))] ?? 0)),
)
console.log('HOLD', { intercept: rounded(hold.intercept), weight: hold.weights.map(rounded)[0] })
