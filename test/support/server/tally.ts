/** What became of a numbered stream at one reader. */
export interface TallyResult {
  readonly received: number
  /** Numbers that never came. */
  readonly lost: number
  /** Numbers that came after a higher one. */
  readonly reordered: number
  /** Numbers that came again. */
  readonly duplicated: number
}

export interface Tally {
  record(seq: number): void
  /** The account when `published` numbers, counted from 1, were sent. */
  result(published: number): TallyResult
}

/** Keeps the account of one reader. */
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

/** The numbers in a frame, one envelope or an array of them. Faster than parsing, so that many readers fit in a process. */
export const seqsIn = (frame: string): number[] => [...frame.matchAll(SEQ)].map(([, seq]) => Number(seq))

export const sumOf = (accounts: readonly TallyResult[]): TallyResult => ({
  received: accounts.reduce((sum, { received }) => sum + received, 0),
  lost: accounts.reduce((sum, { lost }) => sum + lost, 0),
  reordered: accounts.reduce((sum, { reordered }) => sum + reordered, 0),
  duplicated: accounts.reduce((sum, { duplicated }) => sum + duplicated, 0),
})
