import { judgeAll } from './check.ts'
import { joinByPair } from './findings.ts'
import { bandReport, levelReport, patternReport, recordReport } from './tables.ts'
import type { Findings } from './types.ts'

/** Where a report goes; the console is one. */
interface Output {
  log(text: string): void
  error(text: string): void
}

/** Prints the report on all files, and returns the exit code: with `check`, 1 when a claim is off, which is then named. */
export function printScore(all: readonly Findings[], check: boolean, output: Output): 0 | 1 {
  const off: string[] = []
  for (const findings of joinByPair(all)) {
    for (const judgement of judgeAll(findings)) {
      output.log(`${judgement.lines.join('\n')}\n`)
      off.push(...judgement.off)
    }
    for (const record of findings.records) output.log(`${recordReport(record).join('\n')}\n`)
    const tables = [levelReport(findings.levels), patternReport(findings.patterns), bandReport(findings.bands)]
    for (const table of tables) output.log(`${table.join('\n')}\n`)
  }
  if (!check || off.length === 0) return 0
  output.error(['Off:', ...off].join('\n'))
  return 1
}
