// Evaluates published levels, patterns and claimed probabilities on recorded candles and prints a report.
// npm run score -- --pair BTCUSD FILE...   (each file is evaluated separately: a month, a day, of any pair)
import { basename } from 'node:path'
import type { Claim } from '#server/analysis/evaluation/calibration.ts'
import { evaluateLevels, type LevelTrial } from '#server/analysis/evaluation/evaluate-levels.ts'
import { evaluatePatterns, type PatternTrial } from '#server/analysis/evaluation/evaluate-patterns.ts'
import { seededRandom } from '#server/analysis/evaluation/random.ts'
import { createScoreCollector, type LevelClaim } from './analysis/score-collector.ts'
import { runCommand, type Options } from './analysis/options.ts'
import { createReplay } from './analysis/replay.ts'
import { calibrationReport, holdClaims, levelReport, patternClaims, patternReport } from './analysis/report.ts'

interface Findings {
  readonly levels: LevelTrial<LevelClaim>[]
  readonly patterns: PatternTrial[]
  readonly phases: Claim[]
}

async function findingsOf(file: string, pair: Parameters<typeof createReplay>[0]): Promise<Findings> {
  const replay = createReplay(pair)
  const collector = createScoreCollector()
  for await (const { minute, entries } of replay.play(file)) collector.record(minute, entries)
  return {
    levels: evaluateLevels(collector.samples, collector.minutes, collector.hourlyRanges, seededRandom(1)),
    patterns: collector.byTimeframe().flatMap(({ patterns, candles }) => evaluatePatterns(patterns, candles)),
    phases: collector.phaseClaims(),
  }
}

async function score(options: Options): Promise<void> {
  const all: Findings = { levels: [], patterns: [], phases: [] }
  for (const file of options.files) {
    const found = await findingsOf(file, options.pair)
    all.levels.push(...found.levels)
    for (const trial of found.patterns) all.patterns.push(trial)
    all.phases.push(...found.phases)
    const held = found.levels.filter(({ outcome }) => outcome === 'held').length
    console.error(
      `${basename(file)}: ${found.levels.length} touches of levels, ${held} held; ${found.patterns.length} patterns`,
    )
  }
  const report = [
    ...levelReport(all.levels),
    '',
    ...calibrationReport('Probability that a level holds', holdClaims(all.levels)),
    '',
    ...calibrationReport('Probability that the phase changes within an hour', all.phases),
    '',
    ...calibrationReport('Reliability of patterns', patternClaims(all.patterns)),
    '',
    ...patternReport(all.patterns),
  ]
  console.log(report.join('\n'))
}

await runCommand(score)
