import { largestDeviation, mostOff } from '#research/evaluation/chance.ts'
import { judgeAll, type Off } from './check.ts'
import { joinByPair } from './findings.ts'
import { bandReport, levelReport, patternReport, recordReport } from './tables.ts'
import { scoreCardReport } from './score-card.ts'
import type { Findings } from './types.ts'

/** Where a report goes; the console is one. */
interface Output {
  log(text: string): void
  error(text: string): void
}

/**
 * Prints the report on all files. With `check`, names what is off, and returns 1 when that is more, or further off, than chance
 * makes it in a report of that length.
 */
export function printScore(all: readonly Findings[], check: boolean, output: Output): 0 | 1 {
  const off: Off[] = []
  let judged = 0
  for (const findings of joinByPair(all)) {
    for (const judgement of judgeAll(findings)) {
      output.log(`${judgement.lines.join('\n')}\n`)
      off.push(...judgement.off)
      judged += judgement.judged
    }
    for (const record of findings.records) output.log(`${recordReport(record).join('\n')}\n`)
    const tables = [levelReport(findings.levels), patternReport(findings.patterns), bandReport(findings.bands)]
    for (const table of [...tables, scoreCardReport(findings.cases)]) output.log(`${table.join('\n')}\n`)
  }
  if (!check || off.length === 0) return 0
  const limit = largestDeviation(judged)
  const far = off.filter(({ deviation }) => deviation > limit)
  const isTooMuch = far.length > 0 || off.length > mostOff(judged)
  output.error(
    [
      'Off:',
      ...off.map((each) => `${each.text}${far.includes(each) ? '   BEYOND CHANCE' : ''}`),
      `${off.length} of ${judged} are off, of which chance makes up to ${mostOff(judged)}; ${far.length} further than it explains.`,
    ].join('\n'),
  )
  return isTooMuch ? 1 : 0
}
