import { advance, EMPTY_PICTURE, type Picture } from '../evaluator/picture.ts'
import type { ReadMoment } from '../readings/read.ts'

/** A moment on the tape. */
export interface Taped {
  readonly moment: ReadMoment
  /** Strategies decide on it; else it is only read. */
  readonly decides: boolean
  /** Computed again from candles, never in a stream. */
  readonly isRecomputed: boolean
}

/** What the streams of a pair said lately, moment by moment: a day of it takes a few megabytes. */
export interface Tape {
  /** The market as it was known before the first moment. */
  base(): Picture
  /** Oldest first. */
  moments(): readonly Taped[]
  push(taped: Taped): void
  /** Puts an earlier past before what is there; what reaches beyond the first moment is left out. */
  prepend(earlier: readonly Taped[]): void
}

const HOUR_MS = 3_600_000

/** @param keepMs how far the tape goes back from its newest moment */
export function createTape(keepMs: number): Tape {
  let base = EMPTY_PICTURE
  let moments: Taped[] = []

  function forget(): void {
    const oldest = (moments.at(-1)?.moment.at ?? 0) - keepMs
    // An hour at a time: cutting an array's head for every minute would cost more than it frees.
    if ((moments[0]?.moment.at ?? oldest) > oldest - HOUR_MS) return
    const gone = moments.findIndex(({ moment }) => moment.at >= oldest)
    for (const { moment } of moments.slice(0, gone)) base = advance(base, moment)
    moments = moments.slice(gone)
  }

  return {
    base: () => base,
    moments: () => moments,
    push(taped) {
      moments.push(taped)
      forget()
    },
    prepend(earlier) {
      const [first] = moments
      // Where the streams stood at the start is of the minute before: that minute can still be decided on.
      const before = first && earlier.filter(({ moment }) => moment.at < first.moment.at + (first.decides ? 0 : 1))
      const past = before ?? earlier
      if (past.length === 0) return
      base = EMPTY_PICTURE
      moments = [...past, ...moments]
    },
  }
}
