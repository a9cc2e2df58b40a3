import type { CaseScore } from '#contract/score-card/schema.ts'
import { wilsonInterval } from '#contract/track-records/interval.ts'
import { FEWEST_CASES } from '#contract/track-records/text.ts'
import { formatNumber } from '#src/ui/format/number.ts'

const inHundred = (share: number): string => (100 * share).toFixed(0)
const percent = (share: number): string => `${inHundred(share)} %`

/** The parts of a score, of which narrow cards leave some out. With few cases only how many held. */
export interface ScoreParts {
  readonly held: string
  readonly interval?: string
  readonly claimed?: string
  readonly chance?: string
}

/** 'held 212 of 431 (49 %)', '44 to 54 %', 'claimed 51 %', 'chance 47 %'. */
export function scoreParts({ held, count, claimed, chance }: CaseScore): ScoreParts {
  if (count === 0) return { held: 'no closed cases yet' }
  const counts = `held ${formatNumber(held)} of ${formatNumber(count)}`
  if (count < FEWEST_CASES) return { held: `${counts}, too few to tell` }
  const { low, high } = wilsonInterval(held, count)
  return {
    held: `${counts} (${percent(held / count)})`,
    interval: `${inHundred(low)} to ${percent(high)}`,
    ...(claimed === null ? {} : { claimed: `claimed ${percent(claimed)}` }),
    ...(chance === null ? {} : { chance: `chance ${percent(chance)}` }),
  }
}
