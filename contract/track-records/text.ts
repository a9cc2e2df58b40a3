import { wilsonInterval } from './interval.ts'
import type { TrackRecord } from './schema.ts'

/** Cases from which a record says anything. */
export const FEWEST_CASES = 30

/**
 * How a record compares with chance: outside of its 95 % interval, or not known to differ. Undefined with too few cases.
 */
export type Comparison = 'better' | 'worse' | 'same'
export function compareWithChance({ hits, count, chance }: TrackRecord): Comparison | undefined {
  if (count < FEWEST_CASES) return undefined
  const { low, high } = wilsonInterval(hits, count)
  return low > chance ? 'better' : high < chance ? 'worse' : 'same'
}

const inHundred = (share: number): string => (100 * share).toFixed(0)

/** 'right in 46 of 100 (1,808 cases), chance 47'. `outcome`: what came true. */
export function recordText({ hits, count, chance }: TrackRecord, outcome = 'right'): string {
  const cases = `${count.toLocaleString('en-US')} ${count === 1 ? 'case' : 'cases'}`
  if (count < FEWEST_CASES) return `too few cases for a record (${count})`
  return `${outcome} in ${inHundred(hits / count)} of 100 (${cases}), chance ${inHundred(chance)}`
}

/** '44 to 48 of 100': the 95 % interval of a record. */
export function intervalText({ hits, count }: TrackRecord): string {
  const { low, high } = wilsonInterval(hits, count)
  return `${inHundred(low)} to ${inHundred(high)} of 100`
}

/** The records of several classes as one. */
export function mergeRecords(records: readonly TrackRecord[]): TrackRecord {
  const count = records.reduce((sum, each) => sum + each.count, 0)
  return {
    hits: records.reduce((sum, each) => sum + each.hits, 0),
    count,
    chance: count === 0 ? 0 : records.reduce((sum, each) => sum + each.chance * each.count, 0) / count,
  }
}
