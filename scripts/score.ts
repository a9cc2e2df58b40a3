// Compares every claim of the payloads with what came, on recorded candles, and prints a report per pair.
// npm run score -- [--pair BTCUSD] [--check] FILE...   (each file is replayed separately: a month, a day)
// Files named by their pair need no --pair. With --check a claim that is off is named on stderr, and the exit code is 1.
import { basename } from 'node:path'
import { pairOfFile, runCommand, type Options } from './analysis/options.ts'
import { judgeAll } from './score/check.ts'
import { findingsOfFile, joinByPair } from './score/findings.ts'
import { bandReport, levelReport, patternReport, recordReport } from './score/tables.ts'
import type { Findings } from './score/types.ts'

async function score({ files, pair, isPairGiven, check }: Options): Promise<void> {
  const all: Findings[] = []
  for (const file of files) {
    const found = await findingsOfFile(isPairGiven ? pair : (pairOfFile(file) ?? pair), file)
    all.push(found)
    console.error(`${basename(file)}: ${found.levels.length} touches of levels, ${found.patterns.length} patterns`)
  }
  const off: string[] = []
  for (const findings of joinByPair(all)) {
    for (const judgement of judgeAll(findings)) {
      console.log(`${judgement.lines.join('\n')}\n`)
      off.push(...judgement.off)
    }
    for (const record of findings.records) console.log(`${recordReport(record).join('\n')}\n`)
    console.log(
      `${[...levelReport(findings.levels), '', ...patternReport(findings.patterns), '', ...bandReport(findings.bands)].join('\n')}\n`,
    )
  }
  if (!check || off.length === 0) return
  console.error(['Off:', ...off].join('\n'))
  process.exitCode = 1
}

await runCommand(score, ['check'])
