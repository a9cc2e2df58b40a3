// Compares every claim of the payloads with what came, on recorded candles, and prints a report per pair.
// npm run score -- [--pair BTCUSD] [--check] FILE...   (each file is replayed separately: a month, a day)
// Files named by their pair need no --pair. With --check a claim that is off is named on stderr, and the exit code is 1.
import { basename } from 'node:path'
import { pairOfFile, runCommand, type Options } from './analysis/options.ts'
import { findingsOfFile } from './score/findings.ts'
import { printScore } from './score/print.ts'
import type { Findings } from './score/types.ts'

async function score({ files, pair, isPairGiven, check }: Options): Promise<void> {
  const all: Findings[] = []
  for (const file of files) {
    const found = await findingsOfFile(isPairGiven ? pair : (pairOfFile(file) ?? pair), file)
    all.push(found)
    console.error(`${basename(file)}: ${found.closed.length} cases`)
  }
  if (printScore(all, check, console) !== 0) process.exitCode = 1
}

await runCommand(score, ['check'])
