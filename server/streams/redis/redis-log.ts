import { Subject } from 'rxjs'
import { randomUUID } from 'node:crypto'
import { pairOfKey } from '#contract/stream-keys.ts'
import { CAPACITY } from '../memory-log.ts'
import type { RedisState, RedisTime, StreamEntry, StreamLog, LogFence } from '../ports.ts'
import { createStreamStore } from '../stream-store.ts'
import { createConnection, LogClosed, createReadyOnce } from './connection.ts'
import { redisKeys } from './keys.ts'
import { createReader, type ReaderEvent } from './reader.ts'
import type { RedisRefused } from './refusals.ts'
import { createWriter } from './writer.ts'

export interface RedisLogOptions {
  readonly url: string
  /** Logs of the same name share their streams. */
  readonly name: string
  /** Begins without the entries of earlier processes in these streams: for a market whose time begins anew with each start. */
  readonly forgets?: ((key: string) => boolean) | undefined
  readonly capacity?: number
  /** Without one, every process may write. */
  readonly fence?: LogFence | undefined
  /** Only reads: what Redis has lost is left to those who write. */
  readonly isFollower?: boolean
  /** Called with what an operator should know; never with a password. */
  readonly report: (message: string) => void
  readonly random?: () => number
  readonly stopwatch?: () => number
}

export interface RedisLog extends StreamLog {
  readonly times$: Subject<RedisTime>
  states(): readonly RedisState[]
}

const toNewest = (key: string, entry: StreamEntry | undefined): (readonly [string, StreamEntry])[] =>
  entry ? [[key, entry]] : []

/** The streams of the pairs of a fence; without one all. */
function ownedBy(fence: LogFence | undefined): (key: string) => boolean {
  if (fence === undefined) return () => true
  return (key) => {
    const pair = pairOfKey(key)
    return pair === undefined || fence.scopes.includes(pair)
  }
}

/**
 * A stream log on Redis Streams, shared by all processes on it. Each has the newest entries of every stream in memory, read
 * from one journal by one blocking reader: readers are answered as fast as by the log in memory, in one order everywhere,
 * and also while Redis is away. An entry is announced when it comes back from Redis, its writer's own as well.
 */
export function createRedisLog(options: RedisLogOptions): RedisLog {
  const { url, name, forgets, capacity = CAPACITY, fence, isFollower = false, report } = options
  const { random = Math.random, stopwatch = () => performance.now() } = options
  const store = createStreamStore(capacity)
  const keys = redisKeys(name)
  const appended = new Subject<{ readonly key: string; readonly entry: StreamEntry }>()
  const reloaded = new Subject<ReadonlyMap<string, StreamEntry>>()
  const times = new Subject<RedisTime>()
  const unloaded = randomUUID()
  let refusal: RedisRefused | undefined
  const ready = createReadyOnce()

  function onRefused(refused: RedisRefused) {
    refusal = refused
    ready.reject(refused)
  }

  const holds = (key: string, id: string): boolean => store.after(key, id, capacity).complete

  function onEvent(event: ReaderEvent) {
    switch (event.kind) {
      case 'appended':
        writer.onAppended(event.batch, event.entry)
        return appended.next({ key: event.key, entry: event.entry })
      case 'read':
        return writer.onRead()
      case 'restoring':
        return writer.onRestoring()
      case 'restored':
        writer.onRestored(holds)
        if (event.keys > 0) report(`Redis had lost entries of ${event.keys} streams: they were written to it again.`)
        return undefined
      case 'reloaded':
        writer.onEpoch(holds)
        ready.resolve()
        return reloaded.next(new Map(store.keys().flatMap((key) => toNewest(key, store.last(key)))))
      case 'trimmed':
        return report(
          `The stream log was read too slowly: ${event.rows} entries were gone from its journal` +
            (event.lost > 0
              ? `, ${event.lost} of them also from their streams.`
              : ', and were read from their streams.'),
        )
    }
  }

  const deps = { url, random, onRefused }
  const writing = createConnection({ ...deps, role: 'writer' })
  const reading = createConnection({ ...deps, role: 'reader' })
  const writer = createWriter({
    connection: writing,
    keys,
    id: randomUUID(),
    capacity,
    fence,
    random,
    epoch: () => reader.epoch(),
    position: () => reader.position(),
    lastSeq: (key) => store.last(key)?.seq ?? 0,
    observe: (seconds) => times.next({ role: 'writer', seconds }),
    stopwatch,
  })
  const reader = createReader({
    connection: reading,
    keys,
    store,
    capacity,
    random,
    newEpoch: randomUUID,
    forgets,
    fence,
    owns: isFollower ? undefined : ownedBy(fence),
    emit: onEvent,
  })
  const problem = () =>
    refusal?.message ?? reading.problem() ?? reader.problem() ?? writing.problem() ?? writer.problem()
  /** Reads are answered from memory, once it has something. */
  async function read<T>(answer: () => T): Promise<T> {
    if (reader.epoch() === undefined) throw new Error(problem() ?? 'Redis has not answered yet')
    return answer()
  }

  return {
    engine: 'redis',
    get epoch() {
      return reader.epoch() ?? unloaded
    },
    whenReady: ready.whenReady,
    appended$: appended.asObservable(),
    reloaded$: reloaded.asObservable(),
    times$: times,
    async append(key, data, provenance) {
      const began = stopwatch()
      const entry = await writer.append(key, data, provenance)
      times.next({ role: 'reader', seconds: (stopwatch() - began) / 1000 })
      return entry
    },
    setPast: (key, past) => read(() => store.setPast(key, past)),
    recent: (key, count) => read(() => store.recent(key, count)),
    after: (key, id, limit) => read(() => store.after(key, id, limit)),
    info: (key) => read(() => store.info(key)),
    keys: () => read(() => store.keys()),
    problem,
    async check() {
      const found = problem()
      if (found !== undefined) throw new Error(found)
    },
    states: () =>
      [
        { role: 'writer' as const, connection: writing },
        { role: 'reader' as const, connection: reading },
      ].map(({ role, connection }) => ({
        role,
        connected: connection.problem() === undefined,
        losses: connection.losses(),
      })),
    async close() {
      await writer.close()
      await reader.close()
      ready.reject(new LogClosed())
      appended.complete()
      reloaded.complete()
      times.complete()
    },
  }
}
