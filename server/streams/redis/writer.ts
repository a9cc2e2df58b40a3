import { setTimeout as delay } from 'node:timers/promises'
import type { Provenance } from '#contract/provenance.ts'
import type { WrappedPayload } from '#contract/streams.ts'
import type { LogFence, StreamEntry } from '../ports.ts'
import { backoff, LogClosed, reasonOf, type Connection } from './connection.ts'
import { type RedisKeys, LogDeposed, untilHeld, type FenceArguments } from './keys.ts'
import { encodeBody, parseBatchAnswer, type BatchAnswer } from './replies.ts'
import { APPEND } from './scripts.ts'

/** Entries that may wait for Redis; a publisher that awaits its entries is far below. */
const MOST_WAITING = 10_000
/** Entries of one batch, which Redis stores in one go. */
const MOST_PER_BATCH = 100
/** How long closing waits for what is being written. */
const LAST_WRITES_MS = 1_000

/** An entry on its way to Redis. */
interface Append {
  readonly key: string
  readonly data: WrappedPayload
  readonly provenance: Provenance
  readonly body: string
  readonly resolve: (entry: StreamEntry) => void
  readonly reject: (error: Error) => void
}

/** An entry that is stored and on its way back through the reader. */
interface Stored {
  readonly n: number
  readonly append: Append
  readonly entry: StreamEntry
}

export interface WriterDeps {
  readonly connection: Connection
  readonly keys: RedisKeys
  /** Identifies this process. */
  readonly id: string
  readonly capacity: number
  readonly fence: LogFence | undefined
  readonly random: () => number
  /** The epoch of what the reader has; undefined until it has something. */
  readonly epoch: () => string | undefined
  /** Number of the last entry of the journal that the reader has. */
  readonly position: () => number
  /** Number of the last entry of a stream that the reader has. */
  readonly lastSeq: (key: string) => number
  readonly observe: (seconds: number) => void
  readonly stopwatch: () => number
}

/** Appends entries in batches, one after the other, each repeated until Redis has answered it. */
export interface Writer {
  append(key: string, data: WrappedPayload, provenance: Provenance): Promise<StreamEntry>
  /** Acknowledges what the reader now has. */
  onRead(): void
  /** Notes an entry that the reader has from a batch. */
  onAppended(batch: string | undefined, entry: StreamEntry): void
  /** Redis has forgotten which batch it has stored last: what came back of the one in flight is not sent again. */
  onRestoring(): void
  /** Appends again what a Redis that lost entries has lost; `holds` says what it still has. */
  onEpoch(holds: (key: string, id: string) => boolean): void
  /** The same, where Redis has got back in the same epoch what the reader has. */
  onRestored(holds: (key: string, id: string) => boolean): void
  /** Why the last batch failed; undefined if it did not. */
  problem(): string | undefined
  close(): Promise<void>
}

export function createWriter(deps: WriterDeps): Writer {
  const { connection, keys, id, random, stopwatch } = deps
  const { redis } = connection
  let queue: Append[] = []
  let inFlight: Append[] = []
  let stored: Stored[] = []
  /** What the reader has of the batch in flight, whose answer has not come. */
  let echoed: StreamEntry[] = []
  let number = 0
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let problem: string | undefined

  function toArguments(epoch: string, fence: FenceArguments, batch: readonly Append[]) {
    return [
      5 + batch.length,
      keys.epoch,
      keys.heads,
      keys.journal,
      keys.writer(id),
      keys.fences,
      ...batch.map(({ key }) => keys.stream(key)),
      epoch,
      String(number),
      token(),
      deps.capacity,
      fence.token,
      fence.scopes,
      ...batch.flatMap(({ key, provenance: { published_at: at }, body }) => [
        key,
        Math.floor(at),
        body,
        deps.lastSeq(key),
      ]),
    ] as const
  }

  const token = () => `${id}:${number}`

  /** Undefined if the epoch has changed, or Redis has lost entries. */
  async function send(batch: readonly Append[]): Promise<BatchAnswer | undefined> {
    await connection.ready()
    const fence = await untilHeld(deps.fence, closing.signal)
    const epoch = deps.epoch()
    if (epoch === undefined) return undefined
    if (batch.length === 0) return { n: deps.position(), entries: [] }
    const began = stopwatch()
    const answer = parseBatchAnswer(await redis.call('EVAL', APPEND, ...toArguments(epoch, fence, batch)))
    deps.observe((stopwatch() - began) / 1000)
    return answer
  }

  /** Repeats one batch until it is answered, so that nothing overtakes it. */
  async function sendUntilAnswered(batch: readonly Append[]): Promise<BatchAnswer> {
    number += 1
    echoed = []
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await send(batch)
        problem = undefined
        if (answer) return answer
      } catch (error) {
        if (error instanceof LogDeposed) {
          deps.fence?.onRefused()
          throw error
        }
        problem = reasonOf(error)
      }
      await delay(backoff(attempt, random), undefined, { signal: closing.signal })
    }
  }

  function acknowledge() {
    const position = deps.position()
    const known = stored.findIndex(({ n }) => n > position)
    for (const { append, entry } of stored.splice(0, known < 0 ? stored.length : known)) append.resolve(entry)
  }

  async function run() {
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_PER_BATCH)
      inFlight = batch
      const answer = await sendUntilAnswered(batch)
      inFlight = []
      const first = answer.n - batch.length + 1
      for (const [index, append] of batch.entries()) {
        // A batch that was stored before may have been longer.
        const { id: entryId = '', seq = 0 } = answer.entries.at(index - batch.length) ?? {}
        const entry = { id: entryId, seq, data: append.data, provenance: append.provenance }
        stored.push({ n: first + index, append, entry })
      }
      acknowledge()
    }
  }

  function appendLost(ended: readonly Stored[], holds: (key: string, id: string) => boolean) {
    const lost = ended.filter(({ append, entry }) => !holds(append.key, entry.id))
    for (const each of ended) if (!lost.includes(each)) each.append.resolve(each.entry)
    if (lost.length === 0) return
    queue = [...lost.map(({ append }) => append), ...queue]
    start()
  }

  function rejectAll() {
    for (const { reject } of [...stored.map(({ append }) => append), ...inFlight, ...queue]) reject(new LogClosed())
    stored = []
    inFlight = []
    queue = []
  }

  /** A turn later, so that what is appended together goes together. */
  function start() {
    running ??= Promise.resolve()
      .then(run)
      // Only closing ends the repetitions, and another process that took over.
      .catch(rejectAll)
      .finally(() => {
        running = undefined
        if (queue.length > 0) start()
      })
  }

  return {
    append(key, data, provenance) {
      if (closing.signal.aborted) return Promise.reject(new LogClosed())
      if (queue.length >= MOST_WAITING)
        return Promise.reject(new Error(`${MOST_WAITING} entries wait for Redis already`))
      return new Promise((resolve, reject) => {
        queue.push({ key, data, provenance, body: encodeBody({ data, provenance }), resolve, reject })
        start()
      })
    },
    onRead: acknowledge,
    onAppended(batch, entry) {
      if (batch === token()) echoed.push(entry)
    },
    onRestoring() {
      for (const entry of echoed) inFlight.shift()?.resolve(entry)
      echoed = []
    },
    onEpoch(holds) {
      appendLost(stored.splice(0), holds)
    },
    onRestored(holds) {
      const isEnded = ({ n }: Stored) => n <= deps.position()
      const ended = stored.filter(isEnded)
      stored = stored.filter((each) => !isEnded(each))
      appendLost(ended, holds)
    },
    problem: () => problem,
    async close() {
      if (connection.problem() === undefined) await Promise.race([running, delay(LAST_WRITES_MS)])
      closing.abort()
      connection.close()
      await running
      rejectAll()
    },
  }
}
