// Fits the weights of server/analysis/structure/phase-change.ts on recorded candles and prints them.
// npx tsx research/fit/phase.ts FILE...
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { MarketPhase } from '#contract/payloads/structure.ts'
import { TIMEFRAME_MINUTES } from '#contract/timeframes.ts'
import { calibrate } from '#research/evaluation/calibration.ts'
import { fitLogistic, type FitCase } from '#research/evaluation/fit.ts'
import { createIndicatorTracker } from '#server/analysis/indicators/snapshot.ts'
import { changeInputs, computedChange, kindOf, type PhaseKind } from '#server/analysis/structure/phase-change.ts'
import { nextPhase } from '#server/analysis/structure/phase.ts'
import { PHASE_TIMEFRAME } from '#server/analysis/structure/tracker.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { readRows } from '../analysis/rows.ts'

const HOUR_S = 3_600
const CANDLE_S = TIMEFRAME_MINUTES[PHASE_TIMEFRAME] * 60
const RIDGE = 20
const BINS = 12

/** The indicators of every closed candle of the phase's timeframe. */
async function snapshotsOf(file: string): Promise<IndicatorSnapshot[]> {
  const indicators = createIndicatorTracker('BTCUSD', 'kraken', PHASE_TIMEFRAME)
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  const snapshots: IndicatorSnapshot[] = []
  for await (const row of readRows(file)) {
    if (!('candle' in row)) continue
    const taken = builder.ingest(row.candle, true)
    if (!('rollups' in taken)) continue
    for (const { timeframe, candle, closed } of taken.rollups) {
      if (closed && timeframe === PHASE_TIMEFRAME) snapshots.push(indicators.append(candle))
    }
  }
  return snapshots
}

interface PhaseCase extends FitCase {
  readonly kind: PhaseKind
}

function casesOf(snapshots: readonly IndicatorSnapshot[]): PhaseCase[] {
  let phase: MarketPhase = 'neutral'
  const phases = snapshots.map((snapshot) => (phase = nextPhase(phase, snapshot)))
  const phaseAt = new Map(snapshots.map(({ timestamp }, i) => [timestamp + CANDLE_S, phases[i]]))
  return snapshots.flatMap((snapshot, i): PhaseCase[] => {
    const now = phases[i]
    const later = phaseAt.get(snapshot.timestamp + CANDLE_S + HOUR_S)
    const kind = now && kindOf(now)
    const inputs = now && changeInputs(now, snapshot, snapshots[i - 1])
    return kind && inputs && later ? [{ kind, inputs, happened: later !== now }] : []
  })
}

const rounded = (value: number): number => Number(value.toFixed(3))

const cases: PhaseCase[] = []
for (const file of process.argv.slice(2)) cases.push(...casesOf(await snapshotsOf(file)))
for (const kind of ['trend', 'ranging', 'transitional'] as const) {
  const own = cases.filter((each) => each.kind === kind)
  const fitted = fitLogistic(own, RIDGE)
  const change = { intercept: rounded(fitted.intercept), weights: fitted.weights.map(rounded) }
  const claims = own.map(({ inputs, happened }) => ({ claimed: computedChange(change, inputs), happened }))
  const calibration = calibrate(claims, BINS).map(({ claimed, happened }) => [
    rounded(claimed),
    rounded(happened.share),
  ])
  console.log(
    kind,
    JSON.stringify({ ...change, calibration: [[0, 0], ...calibration, [1, 1]] }),
    `of ${own.length} cases`,
  )
}
