import { setTimeout as delay } from 'node:timers/promises'
import { backoff, type Connection, LIMITS } from '#server/streams/redis/connection.ts'
import type { LeaderScope, RelayedMessage } from './ports.ts'
import { ACCEPTED, PUBLISH, UNKNOWN } from './scripts.ts'
import { RELAY_KEYS } from './messages.ts'

/** Closed candles that may wait for Redis. Beyond it the oldest is dropped, which clients see by its number. */
const MOST_CLOSED = 10_000

/** Stream, kind and text of a message. */
type EncodedMessage = readonly [stream: string, kind: string, text: string]

/** Messages that wait to be published, oldest first; of each stream at most one that is not a closed candle, the newest. */
interface Waiting {
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

/** Closed candles that are published again to a Redis that was emptied: those that a gateway may not have read yet. */
const RETAINED_CLOSED = 500

/** What was published last, for a Redis that was emptied. */
interface Published {
  add(batch: readonly EncodedMessage[]): void
  /** Closed candles, then the newest of every other stream. */
  all(): EncodedMessage[]
}

function createPublished(): Published {
  let closed: EncodedMessage[] = []
  const newest = new Map<string, EncodedMessage>()
  return {
    add(batch) {
      closed = [...closed, ...batch.filter(([, kind]) => kind === 'closed')].slice(-RETAINED_CLOSED)
      for (const each of batch) if (each[1] !== 'passing') newest.set(each[0], each)
    },
    all: () => [...closed, ...[...newest.values()].filter((each) => !closed.includes(each))],
  }
}

/** Between batches, so that running candles of a fast market replace each other. */
const BATCH_EVERY_MS = 16
const MOST_PER_BATCH = 500

export interface RelayWriterDeps {
  readonly connection: Connection
  /** Of this leader, and of no other. */
  readonly epoch: string
  readonly scope: LeaderScope
  /** Resolves with a number above that of every earlier leader of its pairs, while this process leads. */
  readonly term: () => Promise<number>
  readonly random: () => number
  /** Called once, when another leader with one of the pairs, or another market, has begun to publish. */
  readonly onReplaced: () => void
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Publishes messages to the gateways, in order; what Redis cannot take meanwhile waits, bounded. */
export interface RelayWriter {
  publish(message: RelayedMessage): void
  close(): Promise<void>
}

const waitFor = (ms: number, signal: AbortSignal): Promise<void> => delay(ms, undefined, { signal })

export function createRelayWriter(deps: RelayWriterDeps): RelayWriter {
  const { connection, epoch, scope, term, random, onReplaced, wait = waitFor } = deps
  const closing = new AbortController()
  const waiting = createWaiting()
  const published = createPublished()
  let number = 0
  let isReplaced = false
  let running: Promise<void> | undefined

  async function send(batch: readonly EncodedMessage[], begins: boolean): Promise<unknown> {
    await connection.ready()
    const held = await term()
    const names = [RELAY_KEYS.head, RELAY_KEYS.leaders, RELAY_KEYS.newest, RELAY_KEYS.rows]
    const words = [epoch, `${epoch}:${number}`, JSON.stringify({ ...scope, term: held }), begins ? '1' : '']
    return connection.redis.call('EVAL', PUBLISH, names.length, ...names, ...words, ...batch.flat())
  }

  /** Repeats one batch until it is answered, so that nothing overtakes it. */
  async function sendUntilAnswered(batch: readonly EncodedMessage[]): Promise<boolean> {
    number += 1
    let all = batch
    let begins = number === 1
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await send(all, begins)
        if (answer !== UNKNOWN) {
          published.add(batch)
          return answer === ACCEPTED
        }
        all = [...published.all(), ...batch]
        begins = true
        continue
      } catch (error) {
        if (closing.signal.aborted) throw error
      }
      await wait(backoff(attempt, random), closing.signal)
    }
  }

  async function run() {
    while (!waiting.isEmpty() && !isReplaced) {
      if (await sendUntilAnswered(waiting.take(MOST_PER_BATCH))) await wait(BATCH_EVERY_MS, closing.signal)
      else {
        isReplaced = true
        onReplaced()
      }
    }
  }

  function start() {
    running ??= Promise.resolve()
      .then(run)
      // Only closing ends the repetitions.
      .catch(() => undefined)
      .finally(() => {
        running = undefined
        if (!waiting.isEmpty() && !isReplaced && !closing.signal.aborted) start()
      })
  }

  return {
    publish(message) {
      if (closing.signal.aborted || isReplaced) return
      waiting.push(message)
      start()
    },
    async close() {
      closing.abort()
      connection.close()
      await Promise.race([running, delay(LIMITS.disconnectMs)])
    },
  }
}
