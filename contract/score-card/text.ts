import type { CaseScore } from './schema.ts'

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
const number = (count: number): string => count.toLocaleString('en-US')

/** 'held 212 of 431 (49 %), claimed 51 %, chance 47 %'; what is not known is left out. */
export function scoreText({ held, count, claimed, chance }: CaseScore): string {
  if (count === 0) return 'no closed cases yet'
  return [
    `held ${number(held)} of ${number(count)} (${percent(held / count)})`,
    ...(claimed === null ? [] : [`claimed ${percent(claimed)}`]),
    ...(chance === null ? [] : [`chance ${percent(chance)}`]),
  ].join(', ')
}
