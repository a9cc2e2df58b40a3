// Counts how often each claim of the analysis came true on recorded candles, and stores it with the code.
// npm run records -- [--check] FILE...   (files named by their pair: BTCUSD-1m-2019-04.csv.gz)
// With --check nothing is stored: what half of the months says of each class is judged by the other half.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { CaseTally } from '#server/outcomes/tally.ts'
import { pairOfFile } from './analysis/options.ts'
import { followFile } from './outcomes/follow-file.ts'
import { halvesReport } from './records/halves.ts'
import { recordsOf } from './records/records-of.ts'

const OUTPUT = 'server/analysis/track-records/track-records.json'

const isCheck = process.argv.includes('--check')
const files = process.argv.slice(2).filter((each) => each !== '--check')
if (files.length === 0) throw new Error('specify at least one candle file')
const all: CaseTally[] = []
for (const file of files) {
  const pair = pairOfFile(file)
  if (pair === undefined) throw new Error(`${file}: not named by a pair`)
  const { tallies } = await followFile(pair, file)
  all.push(...tallies)
  console.error(`${basename(file)}: ${tallies.reduce((sum, { count }) => sum + count, 0)} cases`)
}
if (isCheck) console.log(halvesReport(all).join('\n'))
else {
  writeFileSync(OUTPUT, JSON.stringify(recordsOf(all)))
  execFileSync('node_modules/.bin/oxfmt', [OUTPUT])
}
