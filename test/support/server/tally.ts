/** Delivery counts of a numbered stream at one client. */
export interface TallyResult {
  readonly received: number
  /** Numbers never received. */
  readonly lost: number
  /** Numbers received after a higher one. */
  readonly reordered: number
  /** Numbers received more than once. */
  readonly duplicated: number
}

export interface Tally {
  record(seq: number): void
  /** The counts if the numbers from 1 to `published` were sent. */
  result(published: number): TallyResult
}

/** Counts the deliveries to one client. */
export function createTally(): Tally {
  const missing = new Set<number>()
  let highest = 0
  let received = 0
  let reordered = 0
  let duplicated = 0

  return {
    record(seq) {
      received += 1
      if (seq > highest) {
        for (let skipped = highest + 1; skipped < seq; skipped += 1) missing.add(skipped)
        highest = seq
      } else if (missing.delete(seq)) reordered += 1
      else duplicated += 1
    },
    result: (published) => ({
      received,
      lost: missing.size + Math.max(0, published - highest),
      reordered,
      duplicated,
    }),
  }
}

const SEQ = /"seq":(\d+)/g

/**
 * Sequence numbers in a frame, one envelope or an array. Faster than parsing, so that one process can hold many
 * clients.
 */
export const seqsIn = (frame: string): number[] => [...frame.matchAll(SEQ)].map(([, seq]) => Number(seq))

export const sumOf = (accounts: readonly TallyResult[]): TallyResult => ({
  received: accounts.reduce((sum, { received }) => sum + received, 0),
  lost: accounts.reduce((sum, { lost }) => sum + lost, 0),
  reordered: accounts.reduce((sum, { reordered }) => sum + reordered, 0),
  duplicated: accounts.reduce((sum, { duplicated }) => sum + duplicated, 0),
})
