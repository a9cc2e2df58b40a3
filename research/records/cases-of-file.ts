import type { PairId } from '#contract/pairs.ts'
import { evaluateLevels } from '#research/evaluation/evaluate-levels.ts'
import { evaluatePatterns, type SampledPattern } from '#research/evaluation/evaluate-patterns.ts'
import { seededRandom } from '#server/lib/random.ts'
import { createReplay } from '../analysis/replay.ts'
import { createScoreCollector } from '../analysis/score-collector.ts'
import type { TrackedCase } from './case.ts'
import { createDivergenceClaims } from './divergences.ts'
import { createHourlyClaims } from './hourly.ts'
import { createIndicatorClaims } from './indicators.ts'
import { confidenceBin, patternClass } from '#contract/track-records/interval.ts'

type Collector = ReturnType<typeof createScoreCollector>

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

function patternCases(collector: Collector): TrackedCase[] {
  const classesOf = {
    pattern: ({ pattern }: SampledPattern) => patternClass(pattern.pattern, pattern.maturity.formation_stage),
    pattern_confidence: ({ pattern }: SampledPattern) => confidenceBin(pattern.confidence),
  }
  return collector.byTimeframe().flatMap(({ timeframe, patterns, candles }) =>
    (['pattern', 'pattern_confidence'] as const).flatMap((claim) =>
      [...groupBy(patterns, classesOf[claim])].flatMap(([name, samples]) =>
        evaluatePatterns(samples, candles).map(({ isCorrect, baseline }) => ({
          claim,
          class: name,
          timeframe,
          isHit: isCorrect,
          chance: baseline,
        })),
      ),
    ),
  )
}

/** Levels that were touched; the controls of a class are its chance. */
function levelCases({ samples, minutes, hourlyRanges }: Collector): TrackedCase[] {
  const trials = evaluateLevels(samples, minutes, hourlyRanges, seededRandom(1)).filter(
    ({ outcome }) => outcome !== 'open',
  )
  return [...groupBy(trials, ({ meta }) => meta.strength)].flatMap(([name, own]) => {
    const controls = own.flatMap((trial) => trial.controls).filter((outcome) => outcome !== 'open')
    const chance = controls.filter((outcome) => outcome === 'held').length / Math.max(1, controls.length)
    return own.map(({ outcome }) => ({
      claim: 'level' as const,
      class: name,
      timeframe: null,
      isHit: outcome === 'held',
      chance,
    }))
  })
}

/** Replays a file of candles and returns every case of every claim. */
export async function casesOfFile(pair: PairId, file: string): Promise<readonly TrackedCase[]> {
  const collector = createScoreCollector()
  const hourly = createHourlyClaims()
  const divergences = createDivergenceClaims()
  const indicators = createIndicatorClaims()
  for await (const { minute, entries } of createReplay(pair).play(file)) {
    collector.record(minute, entries)
    for (const { data } of entries) {
      if ('is_complete' in data) {
        divergences.recordCandle(data)
        indicators.recordCandle(data)
      } else if ('support_levels' in data) hourly.recordLevels(data, minute.close)
      else if ('pattern_highlight' in data) hourly.recordPatterns(data)
      else if ('market_phase' in data) hourly.recordStructure(data)
      else if ('confluence_zones' in data) hourly.recordCrossTimeframe(data)
      else if ('divergences' in data) divergences.recordDivergences(data)
      else if ('timeframe' in data) indicators.recordIndicators(data)
    }
  }
  return [
    ...patternCases(collector),
    ...levelCases(collector),
    ...hourly.cases(collector.minutes),
    ...divergences.cases(),
    ...indicators.cases(),
  ]
}
