import type { Contributions, VotesOfTwo } from '#contract/backtests/contributions.ts'
import type { TrackRecord } from '#contract/track-records/schema.ts'

const HOUR_MS = 3_600_000

/** 1 for BUY, -1 for SELL, 0 for neither. */
export type Vote = 1 | -1 | 0

interface Hour {
  readonly at: number
  readonly price: number
  readonly votes: readonly Vote[]
}

/** Votes count at full hours only, so that no two cases overlap. */
export const countsAt = (at: number): boolean => at % HOUR_MS === 0

/** Counts what sources vote at full hours, and what the price did within the next hour. */
export interface VoteTally {
  /** Votes in the order of the sources; without effect unless they count then. */
  add(at: number, price: number, votes: readonly Vote[]): void
  result(): Pick<Contributions, 'sources' | 'pairs'>
}

/** The hours that have a price an hour later, with where it moved. */
function movesOf(hours: readonly Hour[]): (Hour & { readonly move: number })[] {
  return hours.flatMap((hour, index) => {
    const next = hours[index + 1]
    return next?.at === hour.at + HOUR_MS ? [{ ...hour, move: Math.sign(next.price - hour.price) }] : []
  })
}

export function createVoteTally(sources: readonly { readonly id: string; readonly name: string }[]): VoteTally {
  const hours: Hour[] = []

  function result(): Pick<Contributions, 'sources' | 'pairs'> {
    const cases = movesOf(hours)
    const shareOf = (side: number) => cases.filter(({ move }) => move === side).length / Math.max(1, cases.length)
    const chance = new Map<number, number>([
      [1, shareOf(1)],
      [-1, shareOf(-1)],
    ])
    /** The record of the votes that are counted: those other than 0. */
    function recordOf(voteOf: (votes: readonly Vote[]) => Vote): TrackRecord {
      let [hits, count, byChance] = [0, 0, 0]
      for (const { votes, move } of cases) {
        const vote = voteOf(votes)
        if (vote === 0) continue
        count += 1
        if (vote === move) hits += 1
        byChance += chance.get(vote) ?? 0
      }
      return { hits, count, chance: count === 0 ? 0 : byChance / count }
    }
    const voteOf = (votes: readonly Vote[], source: number): Vote => votes[source] ?? 0
    const ofTwo = (first: number, second: number): VotesOfTwo => ({
      first: sources[first]?.id ?? '',
      second: sources[second]?.id ?? '',
      together: recordOf((votes) => (voteOf(votes, first) === voteOf(votes, second) ? voteOf(votes, first) : 0)),
      only_first: recordOf((votes) => (voteOf(votes, second) === 0 ? voteOf(votes, first) : 0)),
      only_second: recordOf((votes) => (voteOf(votes, first) === 0 ? voteOf(votes, second) : 0)),
      opposed: cases.filter(({ votes }) => voteOf(votes, first) * voteOf(votes, second) < 0).length,
    })
    return {
      sources: sources.map(({ id, name }, source) => ({
        source_id: id,
        name,
        record: recordOf((votes) => voteOf(votes, source)),
      })),
      pairs: sources.flatMap((_, first) =>
        sources.slice(first + 1).map((_other, after) => ofTwo(first, first + 1 + after)),
      ),
    }
  }

  return {
    add(at, price, votes) {
      if (countsAt(at)) hours.push({ at, price, votes: [...votes] })
    },
    result,
  }
}
