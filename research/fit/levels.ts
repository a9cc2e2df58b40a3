// Fits the weights of server/analysis/levels/tracker.ts on recorded candles and prints them.
// npx tsx research/fit/levels.ts FILE...
import { createMarketView } from '#server/analysis/engine/market-view.ts'
import { hourlyRange } from '#server/analysis/engine/volatility.ts'
import { fitLogistic, type FitCase } from '#research/evaluation/fit.ts'
import type { LevelCase } from '#server/outcomes/case.ts'
import { HOLD_DEFINITIONS, HOLDS, holdText } from '#server/outcomes/hold.ts'
import { followLevel, levelCases } from '#server/outcomes/levels.ts'
import { FEATURES, type LevelFeatures } from '#server/analysis/levels/features.ts'
import { holdInputs } from '#server/analysis/levels/tracker.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { WARM_UP_S } from '#server/score-card/past/count-month.ts'
import { readRows } from '../analysis/rows.ts'

/** Per definition, as each contributes every touch once. */
const RIDGE = 20

interface DecidedTouch extends FitCase {
  readonly isDefined: boolean
  /** From the price when it was published, in hourly ranges. */
  readonly distance: number
}

/** Distance from which a touch counts for the strength. */
const FAR = 0.25

/** The levels of every full hour of a file that were touched and decided, under each definition. */
async function touchesOf(file: string): Promise<DecidedTouch[]> {
  const view = createMarketView('BTCUSD', 'kraken')
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  const touches: DecidedTouch[] = []
  const published: { readonly features: LevelFeatures; readonly distance: number }[] = []
  let open: LevelCase[] = []
  let start: number | undefined
  for await (const row of readRows(file)) {
    if (!('candle' in row)) continue
    const { candle } = row
    const taken = builder.ingest(candle, true)
    if (!('rollups' in taken)) continue
    start ??= candle.timestamp
    const known = hourlyRange(view.timeframes) ?? 0
    open = open.flatMap((each) => {
      const step = followLevel(each, candle, known)
      if ('next' in step) return [step.next]
      const own = published[Number(each.class)]
      if (own === undefined || step.isHeld === undefined) return []
      const isDefined = holdText(each.holds) === holdText(HOLDS)
      const inputs = FEATURES.map((name) => own.features[name])
      touches.push({ inputs, happened: step.isHeld, isDefined, distance: own.distance })
      return []
    })
    view.append('M1', candle)
    for (const rollup of taken.rollups) if (rollup.closed) view.append(rollup.timeframe, rollup.candle)
    const now = candle.timestamp + 60
    const hour = hourlyRange(view.timeframes)
    if (now % 3_600 !== 0 || hour === undefined || now < start + WARM_UP_S) continue
    view.redrawLevels()
    const claims = view.levels.around(candle.close).flatMap(({ zone, role, grade }) => {
      const distance = Math.abs(zone.price - candle.close) / hour
      const index = published.push({ features: grade.features, distance }) - 1
      return HOLD_DEFINITIONS.map((holds) => ({ class: String(index), claimed: 0, price: zone.price, role, holds }))
    })
    const at = { price: candle.close, hourlyRange: hour }
    const near = levelCases('near', claims, now, at).filter(({ isMirrored }) => !isMirrored)
    open.push(...levelCases('rise', claims, now, at), ...near)
  }
  return touches
}

const rounded = (value: number): number => Number(value.toFixed(3))

/** Parts of the files: what is said of each part's holds is fitted on strengths that have not seen it. */
const FOLDS = 4

const files = process.argv.slice(2)
const parts: DecidedTouch[][] = Array.from({ length: FOLDS }, () => [])
for (const [index, file] of files.entries()) {
  const touches = await touchesOf(file)
  parts[index % FOLDS]?.push(...touches)
  console.error(`${file}: ${touches.length} outcomes`)
}

/** Of the log-odds that levels far from the price hold, over all definitions. */
function fitStrength(touches: readonly DecidedTouch[]) {
  const far = touches.filter(({ distance }) => distance >= FAR)
  const fitted = fitLogistic(far, RIDGE * HOLD_DEFINITIONS.length)
  const weights = fitted.weights.map(rounded)
  const intercept = rounded(fitted.intercept)
  const logOddsOf = ({ inputs }: FitCase) =>
    inputs.reduce((sum, input, k) => sum + input * (weights[k] ?? 0), intercept)
  return { weights, intercept, logOddsOf }
}

const defined = parts.flatMap((part, fold) => {
  const { logOddsOf } = fitStrength(parts.flatMap((each, other) => (other === fold ? [] : each)))
  return part.flatMap((each): FitCase[] =>
    each.isDefined ? [{ inputs: holdInputs(logOddsOf(each), each.distance), happened: each.happened }] : [],
  )
})
const hold = fitLogistic(defined, RIDGE)
const all = parts.flat()
const { weights, intercept, logOddsOf } = fitStrength(all)
const sorted = all
  .filter(({ distance, isDefined }) => isDefined && distance >= FAR)
  .map(logOddsOf)
  .sort((a, b) => a - b)

console.log('WEIGHTS', Object.fromEntries(FEATURES.map((name, k) => [name, weights[k]])))
console.log('INTERCEPT', intercept)
console.log(
  'DECILES',
  Array.from({ length: 11 }, (_, i) => rounded(sorted[Math.round((i / 10) * (sorted.length - 1))] ?? 0)),
)
const [far, near] = hold.weights.map(rounded)
console.log('HOLD', { intercept: rounded(hold.intercept), far, near })
