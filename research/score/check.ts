import { judge, skillOf, type ClaimGroup } from '#research/evaluation/claims.ts'
import { bootstrapSlope } from '#research/evaluation/slope.ts'
import { claimsOf, risesOf } from './claims.ts'
import { formatProportion, NONE, percent } from './format.ts'
import type { Findings, RiseGroup } from './types.ts'

/** A part of a claim that is off: a sentence, and how many standard errors it is off by. */
interface Off {
  readonly text: string
  readonly deviation: number
}

/** Lines of the report about one claim, and the parts of it that are off, of how many. */
export interface Judgement {
  readonly lines: readonly string[]
  readonly off: readonly Off[]
  readonly judged: number
}

/** Cases from which classes must differ; with fewer, only a fall from class to class is off. */
const ENOUGH_CASES = 3_000

const titleOf = ({ pair, claim, timeframe }: Pick<ClaimGroup, 'pair' | 'claim' | 'timeframe'>): string =>
  [pair, timeframe, claim].filter((part) => part !== undefined).join(' · ')

function chanceText({ cases, chance }: ClaimGroup): string {
  const skill = `Brier skill ${skillOf(cases).toFixed(4)}`
  return chance === null ? `  ${skill}` : `  by chance ${percent(chance)} %   ${skill}`
}

/** Said against came, by bin. */
export function judgeClaim(group: ClaimGroup): Judgement {
  const title = titleOf(group)
  if (group.cases.length === 0) return { lines: [`${title}: ${NONE}`], off: [], judged: 0 }
  const bins = judge(group).map(({ said, came, ...judged }) => ({
    text: `said ${percent(said)} %   came ${formatProportion(came)}`,
    ...judged,
  }))
  return {
    lines: [title, ...bins.map(({ text, isOff }) => `  ${text}${isOff ? '   OFF' : ''}`), chanceText(group)],
    off: bins.filter(({ isOff }) => isOff).map(({ text, deviation }) => ({ text: `${title}: ${text}`, deviation })),
    judged: bins.filter(({ isJudged }) => isJudged).length,
  }
}

/** Whether what is called stronger comes more often. */
export function judgeRise(group: RiseGroup): Judgement {
  const title = `${group.pair} · ${group.claim}`
  if (new Set(group.cases.map(({ step }) => step)).size < 2) return { lines: [`${title}: ${NONE}`], off: [], judged: 0 }
  const { slope, low, high } = bootstrapSlope(group.cases)
  const isOff = group.cases.length >= ENOUGH_CASES ? low <= 0 : high < 0
  const text = `${title}: ${percent(slope)} points per class [${percent(low)}, ${percent(high)}] of ${group.cases.length}`
  const deviation = Number.POSITIVE_INFINITY
  return { lines: [`${text}${isOff ? '   OFF' : ''}`], off: isOff ? [{ text, deviation }] : [], judged: 1 }
}

/** Judges everything that the payloads about a pair claimed. */
export const judgeAll = (findings: Findings): Judgement[] => [
  ...claimsOf(findings).map(judgeClaim),
  ...risesOf(findings).map(judgeRise),
]
