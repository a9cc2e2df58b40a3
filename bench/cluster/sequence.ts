import { createTally, type Tally, type TallyResult } from '#test/support/server/tally.ts'

/** The deliveries of one stream to one socket. */
export interface Sequence {
  /** A closed candle, by its number. */
  closed(seq: number, id: number): void
  /** A running candle, which a newer one may replace on the way: only its order counts. */
  running(id: number): void
  /** The counts from the first closed candle of the socket to the given number. */
  result(newest: number): TallyResult
}

/** Checks the numbers of closed candles, and that the ids of all candles grow. */
export function createSequence(): Sequence {
  const tally: Tally = createTally()
  let first: number | undefined
  let lastId = -Infinity
  let reordered = 0
  let duplicated = 0

  return {
    closed(seq, id) {
      first ??= seq
      tally.record(seq - first + 1)
      lastId = Math.max(lastId, id)
    },
    running(id) {
      if (id === lastId) duplicated += 1
      else if (id < lastId) reordered += 1
      else lastId = id
    },
    result(newest) {
      const counted = tally.result(first === undefined ? 0 : newest - first + 1)
      return {
        ...counted,
        reordered: counted.reordered + reordered,
        duplicated: counted.duplicated + duplicated,
      }
    },
  }
}
