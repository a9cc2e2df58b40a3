import { groupByDay, bootstrapByDay, wilsonInterval, type Proportion } from '#research/evaluation/interval.ts'
import { bootstrapSlope } from '#research/evaluation/slope.ts'
import type { LevelTrial } from '#research/evaluation/evaluate-levels.ts'
import type { PatternTrial } from '#research/evaluation/evaluate-patterns.ts'
import { scoreBands } from '#research/evaluation/evaluate-forecasts.ts'
import type { LevelClaim } from '../analysis/score-collector.ts'
import { formatProportion, NONE, percent } from './format.ts'
import { blockOf } from './kinds/forecasts.ts'
import type { BandGroup, RecordGroup } from './types.ts'
import { USED_STRENGTHS } from '#server/analysis/levels/tracker.ts'

const difference = (own: Proportion, other: Proportion): string =>
  own.count === 0 || other.count === 0 ? '' : `   ${percent(own.share - other.share)} points`

/** Whether proportions rise from one to the next; unknown when one has no cases. */
function isRising(shares: readonly Proportion[]): 'yes' | 'no' | 'unknown' {
  if (shares.some(({ count }) => count === 0)) return 'unknown'
  return shares.every(({ share }, i) => i === 0 || share > (shares[i - 1]?.share ?? 0)) ? 'yes' : 'no'
}

interface DecidedTouch {
  readonly time: number
  readonly held: boolean
}

const decidedTouches = (trials: readonly LevelTrial<LevelClaim>[]): DecidedTouch[] =>
  trials.filter(({ outcome }) => outcome !== 'open').map(({ time, outcome }) => ({ time, held: outcome === 'held' }))
const controlTouches = (trials: readonly LevelTrial<LevelClaim>[]): DecidedTouch[] =>
  trials.flatMap(({ time, controls }) =>
    controls.filter((outcome) => outcome !== 'open').map((outcome) => ({ time, held: outcome === 'held' })),
  )
const proportionOf = (cases: readonly DecidedTouch[]): Proportion =>
  bootstrapByDay(
    groupByDay(
      cases,
      ({ time }) => time,
      ({ held }) => held,
    ),
  )

/** How often published levels held, by class, compared with random levels at the same distance. */
export function levelReport(trials: readonly LevelTrial<LevelClaim>[]): string[] {
  const rows = USED_STRENGTHS.map((strength) => {
    const own = trials.filter(({ meta }) => meta.strength === strength)
    return { strength, held: proportionOf(decidedTouches(own)), random: proportionOf(controlTouches(own)) }
  })
  const decided = trials.filter(({ outcome }) => outcome !== 'open')
  if (decided.length === 0) return [`Levels that were touched: ${NONE}`]
  const { slope, low, high } = bootstrapSlope(
    decided.map(({ time, meta, outcome }) => ({
      time,
      step: USED_STRENGTHS.indexOf(meta.strength),
      happened: outcome === 'held',
    })),
  )
  return [
    'Levels: share that held at the next touch [95 % interval, resampled by day], compared with random levels as far away',
    ...rows.map(
      ({ strength, held, random }) =>
        `  ${strength.padEnd(9)} ${formatProportion(held)}   random ${formatProportion(random)}${difference(held, random)}`,
    ),
    `  all       ${formatProportion(proportionOf(decidedTouches(trials)))}   random ${formatProportion(proportionOf(controlTouches(trials)))}`,
    `  rise per class ${percent(slope)} points [${percent(low)}, ${percent(high)}]`,
    `  every stronger class held more often: ${isRising(rows.map(({ held }) => held))}`,
  ]
}

/** How often each pattern was right ten candles later, compared with all candles of the same timeframes. */
export function patternReport(trials: readonly PatternTrial[]): string[] {
  if (trials.length === 0) return [`Patterns: ${NONE}`]
  const names = [...new Set(trials.map(({ name }) => name))].sort()
  return [
    'Patterns: share right ten candles later [95 % interval]; any candle; claimed; share that reached the expected move',
    ...names.map((name) => {
      const own = trials.filter((trial) => trial.name === name)
      const right = wilsonInterval(own.filter((trial) => trial.isCorrect).length, own.length)
      const meanOf = (read: (trial: PatternTrial) => number) =>
        own.reduce((sum, each) => sum + read(each), 0) / own.length
      const baseline = meanOf(({ baseline: share }) => share)
      const claimed = meanOf(({ reliability }) => reliability)
      const reached = meanOf((trial) => (trial.isReached ? 1 : 0))
      return `  ${name.padEnd(27)} ${formatProportion(right)}   any ${percent(baseline)} %   claimed ${percent(claimed)} %   reached ${percent(reached)} %`
    }),
  ]
}

/** Coverage of the bands, and how much lower their pinball loss is, by timeframe. */
export function bandReport(groups: readonly BandGroup[]): string[] {
  const known = groups.filter(({ trials }) => trials.length > 0)
  if (known.length === 0) return [`Moves over ten candles: ${NONE}`]
  return [
    'Moves over ten candles: share within half and nine tenths; pinball loss against their own quantiles and a plain average',
    ...known.map(({ timeframe, trials }) => {
      const { half, nineTenths, gainOverQuantiles, gainOverEwma } = scoreBands(trials, blockOf(timeframe))
      const gains = `lower by ${percent(gainOverQuantiles)} % and ${percent(gainOverEwma)} %`
      return `  ${timeframe.padEnd(4)} ${formatProportion(half)}   ${formatProportion(nineTenths)}   ${gains}`
    }),
  ]
}

/** How often a direction was right, by tenth of its evidence. */
export function recordReport({ pair, claim, cases }: RecordGroup): string[] {
  const title = `${pair} · ${claim}, by evidence`
  if (cases.length === 0) return [`${title}: ${NONE}`]
  const tenths = Array.from({ length: 10 }, (_, tenth) => ({
    tenth,
    own: cases.filter(({ evidence }) => Math.min(9, Math.floor(10 * evidence)) === tenth),
  })).filter(({ own }) => own.length > 0)
  return [
    title,
    ...tenths.map(({ tenth, own }) => {
      const right = wilsonInterval(own.filter(({ happened }) => happened).length, own.length)
      const chance = own.reduce((sum, each) => sum + each.chance, 0) / own.length
      return `  ${10 * tenth} to ${10 * tenth + 10} %   came ${formatProportion(right)}   by chance ${percent(chance)} %`
    }),
  ]
}
