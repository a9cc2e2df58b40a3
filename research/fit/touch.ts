// Fits the factor of the log-odds of reaching a level (server/analysis/forecast/next-hour.ts) on recorded candles.
// npx tsx research/fit/touch.ts FILE...   (files named by their pair)
import { evaluateReached } from '#research/evaluation/evaluate-reached.ts'
import { fitLogOddsFactor, type ClaimedOutcome } from '#research/evaluation/fit-log-odds.ts'
import { LEVEL_ODDS } from '#server/analysis/forecast/next-hour.ts'
import { pairOfFile } from '../analysis/options.ts'
import { createReplay } from '../analysis/replay.ts'
import { createScoreCollector } from '../analysis/score-collector.ts'

/** Levels of every full hour of a file, without those whose probability is rounded to 0 or 1. */
async function casesOf(file: string): Promise<ClaimedOutcome[]> {
  const pair = pairOfFile(file)
  if (!pair) throw new Error(`${file}: not named by a known pair`)
  const collector = createScoreCollector()
  for await (const { minute, entries } of createReplay(pair).play(file)) collector.record(minute, entries)
  return evaluateReached(collector.reachable, collector.minutes).filter(({ claimed }) => claimed > 0 && claimed < 1)
}

const cases: ClaimedOutcome[] = []
for (const file of process.argv.slice(2)) {
  for (const each of await casesOf(file)) cases.push(each)
  console.error(`${file}: ${cases.length} levels so far`)
}
console.log('LEVEL_ODDS', (LEVEL_ODDS * fitLogOddsFactor(cases)).toFixed(3))
