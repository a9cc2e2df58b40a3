// Counts how often each claim of the analysis came true on recorded candles, and stores it with the code.
// npm run records -- FILE...   (files named by pair and month: BTCUSD-1m-2019-04.csv.gz)
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { pairSchema } from '#contract/pairs.ts'
import { casesOfFile } from './records/cases-of-file.ts'
import { createTally } from './records/tally.ts'

const OUTPUT = 'server/analysis/track-records/track-records.json'
/** BTCUSDT and BTCUSDC count as BTCUSD. */
const NAME = /^([A-Z]{3}USD)[TC]?-1m-(\d{4}-\d{2})/

const files = process.argv.slice(2)
if (files.length === 0) throw new Error('specify at least one candle file')
const tally = createTally()
for (const file of files) {
  const [, name, month] = NAME.exec(basename(file)) ?? []
  const pair = pairSchema.safeParse(name).data
  if (pair === undefined || month === undefined) throw new Error(`${file}: not named by a pair and a month`)
  const cases = await casesOfFile(pair, file)
  tally.add(pair, month, cases)
  console.error(`${basename(file)}: ${cases.length} cases`)
}
writeFileSync(OUTPUT, JSON.stringify(tally.result()))
execFileSync('node_modules/.bin/oxfmt', [OUTPUT])
