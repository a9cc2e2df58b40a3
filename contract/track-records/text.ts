import { wilsonInterval } from './interval.ts'
import type { ClassRecord, TrackRecord } from './schema.ts'

/** Cases from which a record says anything. */
export const FEWEST_CASES = 30

/** Half the width of an interval of 95 %, in standard errors. */
const Z = 1.96

/** How a class compares with chance: outside of its 95 % interval, or not known to differ. Undefined with too few cases. */
export type Comparison = 'better' | 'worse' | 'same'
export function compareWithChance({
  count,
  edge,
  error,
}: Pick<ClassRecord, 'count' | 'edge' | 'error'>): Comparison | undefined {
  if (count < FEWEST_CASES) return undefined
  if (Math.abs(edge) <= Z * error) return 'same'
  return edge > 0 ? 'better' : 'worse'
}

const inHundred = (share: number): string => (100 * Math.min(1, Math.max(0, share))).toFixed(0)
const casesText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'case' : 'cases'}`
const tooFew = (count: number): string => `too few cases for a record (${count})`

/** 'right in 46 of 100 (1,808 cases), chance 47'. `outcome`: what came true. */
export const recordText = ({ hits, count, chance }: TrackRecord, outcome = 'right'): string =>
  count < FEWEST_CASES
    ? tooFew(count)
    : `${outcome} in ${inHundred(hits / count)} of 100 (${casesText(count)}), chance ${inHundred(chance)}`

/**
 * What a class of many comes true: 'right in 54 of 100 (1,808 cases), chance 50', or in words where it is not known to differ
 * from chance: 'right as often as by chance (1,808 cases)'.
 */
export function classText(record: ClassRecord, outcome = 'right'): string {
  const { count, chance, edge } = record
  const comparison = compareWithChance(record)
  if (comparison === undefined) return tooFew(count)
  if (comparison === 'same') return `${outcome} as often as by chance (${casesText(count)})`
  return `${outcome} in ${inHundred(chance + edge)} of 100 (${casesText(count)}), chance ${inHundred(chance)}`
}

/** What was counted of a class: '46 of 100 came true, 44 to 48 with 95 % confidence, by chance 47'. */
export function countedText({ hits, count, chance }: TrackRecord): string {
  const { share, low, high } = wilsonInterval(hits, count)
  const interval = `${inHundred(low)} to ${inHundred(high)} with 95 % confidence`
  return `${inHundred(share)} of 100 came true, ${interval}, by chance ${inHundred(chance)}`
}

/** The records of several classes as one. Their errors are not taken to cancel out: they come from the same months. */
export function mergeRecords(records: readonly ClassRecord[]): ClassRecord {
  const count = records.reduce((sum, each) => sum + each.count, 0)
  const meanOf = (read: (record: ClassRecord) => number): number =>
    count === 0 ? 0 : records.reduce((sum, each) => sum + read(each) * each.count, 0) / count
  return {
    hits: records.reduce((sum, each) => sum + each.hits, 0),
    count,
    chance: meanOf(({ chance }) => chance),
    edge: meanOf(({ edge }) => edge),
    error: meanOf(({ error }) => error),
  }
}
