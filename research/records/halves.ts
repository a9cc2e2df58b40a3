import { TRACKED_CLAIMS, type TrackedClaim } from '#contract/track-records/schema.ts'
import { mostOff } from '#research/evaluation/chance.ts'
import { MIN_CASES, TOLERANCE } from '#research/evaluation/claims.ts'
import { compareWithChance } from '#contract/track-records/text.ts'
import { wilsonInterval } from '#contract/track-records/interval.ts'
import { createChance, type Expected } from '#server/outcomes/scores.ts'
import { groupBy, type CaseTally } from '#server/outcomes/tally.ts'
import { isOddMonth } from './fit-months.ts'
import { kindOf, timeframeOf } from './records-of.ts'
import { edgesOf } from './shrink.ts'

/** What a class was said to reach by the other half of the months, and what came. */
interface Judged {
  readonly timeframe: string | null
  readonly said: number
  readonly held: number
  readonly count: number
  /** Whether screens say a number: where a class is not known to differ from chance, they say that in words. */
  readonly isNumber: boolean
}

const percent = (share: number): string => (100 * share).toFixed(1)
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

function judgeHalf(claim: TrackedClaim, tallies: readonly CaseTally[], expected: Expected, isOdd: boolean): Judged[] {
  const half = groupBy(tallies, ({ month }) => isOddMonth(month) === isOdd)
  const edgeOf = edgesOf(half.get(false) ?? [], expected, timeframeOf(claim))
  const classes = groupBy(half.get(true) ?? [], (each) => [timeframeOf(claim)(each), each.class, each.pair].join(' '))
  return [...classes.values()].flatMap((own) => {
    const [first] = own
    const count = sum(own.map((each) => each.count))
    const timeframe = first === undefined ? null : timeframeOf(claim)(first)
    const edge = first && edgeOf(timeframe, first.class, first.pair)
    const chance = expected(own)
    if (edge === undefined || chance === undefined || count === 0) return []
    const compared = compareWithChance({ count, ...edge })
    const isNumber = compared === 'better' || compared === 'worse'
    return [{ timeframe, said: chance / count + edge.edge, held: sum(own.map(({ held }) => held)), count, isNumber }]
  })
}

function isOff({ said, held, count }: Pick<Judged, 'said' | 'held' | 'count'>): boolean {
  const { share, low, high } = wilsonInterval(held, count)
  return Math.abs(said - share) > TOLERANCE && (said < low || said > high)
}

/** Said against came, by timeframe and points said. */
function binsOf(judged: readonly Judged[]): string[] {
  const bins = groupBy(judged, ({ timeframe, said }) => `${timeframe ?? 'all'} ${Math.round(100 * said)}`)
  return [...bins]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, own]) => {
      const count = sum(own.map((each) => each.count))
      const bin = {
        said: sum(own.map((each) => each.said * each.count)) / count,
        held: sum(own.map(({ held }) => held)),
        count,
      }
      const text = `  ${(own[0]?.timeframe ?? 'all').padEnd(4)} said ${percent(bin.said)}   came ${percent(bin.held / count)} of ${count}`
      return count < MIN_CASES ? [] : [isOff(bin) ? `${text}   OFF` : text]
    })
}

/** [FG-7] Judges what half of the months says of each class by the other half, and the other way round; lines of a report. */
export function halvesReport(all: readonly CaseTally[]): string[] {
  const chance = createChance(all)
  return TRACKED_CLAIMS.flatMap((claim) => {
    const tallies = all.filter(({ kind }) => kind === kindOf(claim))
    const judged = [true, false].flatMap((isOdd) => judgeHalf(claim, tallies, chance(kindOf(claim)), isOdd))
    const large = judged.filter(({ count }) => count >= MIN_CASES)
    const off = large.filter(isOff).length
    const shown = large.filter(({ isNumber }) => isNumber)
    return [
      `${claim}: ${off} of ${large.length} classes are off, ${mostOff(large.length)} by chance; of those with a number ${shown.filter(isOff).length} of ${shown.length}, ${mostOff(shown.length)} by chance`,
      ...binsOf(judged),
    ]
  })
}
