import type { RelayedMessage } from './ports.ts'

/** Closed candles that may wait for Redis. Beyond it the oldest is dropped, which clients see by its number. */
const MOST_CLOSED = 10_000

/** Stream, kind and text of a message. */
export type EncodedMessage = readonly [stream: string, kind: string, text: string]

/** Messages that wait to be published, oldest first; of each stream at most one that is not a closed candle, the newest. */
export interface Waiting {
  push(message: RelayedMessage): void
  take(count: number): EncodedMessage[]
  isEmpty(): boolean
}

export function createWaiting(mostClosed = MOST_CLOSED): Waiting {
  // A replaced message moves to the end, so that it never overtakes a closed candle.
  const waiting = new Map<string | number, RelayedMessage>()
  let pushed = 0
  let closed = 0

  function dropOldestClosed() {
    for (const [key, { kind }] of waiting) {
      if (kind !== 'closed') continue
      waiting.delete(key)
      closed -= 1
      return
    }
  }

  return {
    push(message) {
      const { stream, kind } = message
      pushed += 1
      waiting.delete(stream)
      waiting.set(kind === 'closed' ? pushed : stream, message)
      if (kind === 'closed') closed += 1
      if (closed > mostClosed) dropOldestClosed()
    },
    take(count) {
      const taken: EncodedMessage[] = []
      for (const [key, { stream, kind, message }] of waiting) {
        if (taken.length === count) break
        waiting.delete(key)
        if (kind === 'closed') closed -= 1
        taken.push([stream, kind, JSON.stringify(message)])
      }
      return taken
    },
    isEmpty: () => waiting.size === 0,
  }
}
