// Fits the factor of the log-odds of reaching a level (server/analysis/forecast/next-hour.ts) on recorded candles.
// npx tsx research/fit/touch.ts FILE...   (files named by their pair)
import { fitLogOddsFactor, type ClaimedOutcome } from '#research/evaluation/fit-log-odds.ts'
import { LEVEL_ODDS } from '#server/analysis/forecast/next-hour.ts'
import { pairOfFile } from '../analysis/options.ts'
import { followFile } from '../outcomes/follow-file.ts'

/** Levels of every full hour of a file, without those whose probability is rounded to 0 or 1. */
async function casesOf(file: string): Promise<ClaimedOutcome[]> {
  const pair = pairOfFile(file)
  if (!pair) throw new Error(`${file}: not named by a known pair`)
  const { closed } = await followFile(pair, file)
  return closed.flatMap(({ of: { kind, claimed }, isHeld: happened }) =>
    kind === 'reach' && claimed !== null && claimed > 0 && claimed < 1 ? [{ claimed, happened }] : [],
  )
}

const cases: ClaimedOutcome[] = []
for (const file of process.argv.slice(2)) {
  for (const each of await casesOf(file)) cases.push(each)
  console.error(`${file}: ${cases.length} levels so far`)
}
console.log('LEVEL_ODDS', (LEVEL_ODDS * fitLogOddsFactor(cases)).toFixed(3))
