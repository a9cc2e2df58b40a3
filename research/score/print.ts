import { largestDeviation, mostOff } from '#research/evaluation/chance.ts'
import { judgeAll, type Judgement } from './check.ts'
import { joinByPair } from './findings.ts'
import { bandReport } from './forecasts.ts'
import { scoreCardReport } from './score-card.ts'
import type { Findings } from './types.ts'

/** Where a report goes; the console is one. */
interface Output {
  log(text: string): void
  error(text: string): void
}

/** Why a report fails: more is off, or further off, than chance makes it in a report of that length. */
export interface Verdict {
  readonly isTooMuch: boolean
  /** What is off; empty if nothing is. */
  readonly text: string
}

export function verdictOf(judgements: readonly Judgement[]): Verdict {
  const off = judgements.flatMap((judgement) => judgement.off)
  if (off.length === 0) return { isTooMuch: false, text: '' }
  const judged = judgements.reduce((sum, judgement) => sum + judgement.judged, 0)
  const limit = largestDeviation(judged)
  const far = off.filter(({ deviation }) => deviation > limit)
  const lines = [
    'Off:',
    ...off.map((each) => `${each.text}${far.includes(each) ? '   BEYOND CHANCE' : ''}`),
    `${off.length} of ${judged} are off, of which chance makes up to ${mostOff(judged)}; ${far.length} further than it explains.`,
  ]
  return { isTooMuch: far.length > 0 || off.length > mostOff(judged), text: lines.join('\n') }
}

/** Prints the report on all files. With `check`, names what is off, and returns 1 when that is too much. */
export function printScore(all: readonly Findings[], check: boolean, output: Output): 0 | 1 {
  const judgements: Judgement[] = []
  for (const findings of joinByPair(all)) {
    const own = judgeAll(findings)
    judgements.push(...own)
    const tables = [bandReport(findings.bands), scoreCardReport(findings.tallies)]
    for (const lines of [...own.map((judgement) => judgement.lines), ...tables]) output.log(`${lines.join('\n')}\n`)
  }
  const { isTooMuch, text } = verdictOf(judgements)
  if (!check || text === '') return 0
  output.error(text)
  return isTooMuch ? 1 : 0
}
