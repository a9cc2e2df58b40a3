import { setTimeout as delay } from 'node:timers/promises'
import type { LogFence, StreamEntry } from '../ports.ts'
import type { StreamStore } from '../stream-store.ts'
import { backoff, LIMITS, reasonOf, type Connection } from './connection.ts'
import { type RedisKeys, LogDeposed, untilHeld } from './keys.ts'
import { parseHeads, parseJournalRead, parseJournalRows, parseStoredEntries, type JournalRow } from './replies.ts'
import { BEGIN_EPOCH, CLAIM, DEPOSED } from './scripts.ts'

/** Rows of the journal per read. */
const MOST_PER_READ = 500
/** Streams loaded with one round trip. */
const STREAMS_PER_LOAD = 10

/** What a reader reports. */
export type ReaderEvent =
  | { readonly kind: 'appended'; readonly key: string; readonly entry: StreamEntry }
  /** Everything was loaded; `epoch` is another one than before, if there was one. */
  | { readonly kind: 'reloaded' }
  /** The journal was cut before these could be read from it; they were read from their streams, as far as those have them. */
  | { readonly kind: 'trimmed'; readonly rows: number; readonly lost: number }
  /** All rows that one read gave have been announced. */
  | { readonly kind: 'read' }

export interface ReaderDeps {
  readonly connection: Connection
  readonly keys: RedisKeys
  readonly store: StreamStore
  readonly capacity: number
  readonly random: () => number
  readonly newEpoch: () => string
  /** The streams without whose entries to begin a new epoch, once, at the start; undefined to go on in the one that there is. */
  readonly forgets: ((key: string) => boolean) | undefined
  readonly fence: LogFence | undefined
  readonly emit: (event: ReaderEvent) => void
}

/** Follows the journal from where it is, over all losses of the connection. */
export interface Reader {
  /** Undefined until the streams have been loaded. */
  epoch(): string | undefined
  position(): number
  /** Why nothing can be read; undefined while it can. */
  problem(): string | undefined
  close(): Promise<void>
}

/** Starts to read. */
export function createReader(deps: ReaderDeps): Reader {
  const { connection, keys, store, emit } = deps
  const { redis } = connection
  const closing = new AbortController()
  let epoch: string | undefined
  let position = 0
  /** The batch that wrote the row at `position`; undefined if that was cut already. */
  let token: string | undefined
  let forgets = deps.forgets
  let problem: string | undefined

  async function beginEpoch(ended: string): Promise<string> {
    const next = deps.newEpoch()
    const forgotten = forgets ? parseHeads(await redis.hgetall(keys.heads)).keys.filter(forgets) : []
    const names = [keys.epoch, keys.heads, keys.journal, ...forgotten.map((key) => keys.stream(key))]
    return String(await redis.call('EVAL', BEGIN_EPOCH, names.length, ...names, ended, next, next, ...forgotten))
  }

  /** From now on no earlier holder of the fence can write: what is read next is all that it wrote. */
  async function claim(): Promise<void> {
    if (deps.fence === undefined) return
    problem = 'this process does not run the analysis yet'
    const { token, scopes } = await untilHeld(deps.fence, closing.signal)
    if ((await redis.call('EVAL', CLAIM, 1, keys.fences, token, scopes)) !== DEPOSED) return
    deps.fence.onRefused()
    throw new LogDeposed()
  }

  /** The epoch in Redis; a new one where there is none, where the reader wants one, or where rows were lost that it has read. */
  async function currentEpoch(): Promise<string> {
    const current = (await redis.get(keys.epoch)) ?? ''
    if (current === '' || forgets) return beginEpoch(current)
    if (current === epoch && (await hasLostRows())) return beginEpoch(current)
    return current
  }

  async function hasLostRows(): Promise<boolean> {
    if (position === 0) return false
    const heads = parseHeads(await redis.hgetall(keys.heads))
    if (heads.n < position) return true
    const found = await tokenAt(position)
    return found !== undefined && token !== undefined && found !== token
  }

  async function tokenAt(n: number): Promise<string | undefined> {
    if (n === 0) return undefined
    const [row] = parseJournalRows(await redis.xrange(keys.journal, `${n}-0`, `${n}-0`))
    return row?.token
  }

  /** The entries of every stream after a count, in the order in which they were stored, and where to read on from. */
  async function loadStreams(countOf: (key: string) => number) {
    const { n, keys: found } = parseHeads(await redis.hgetall(keys.heads))
    const last = await tokenAt(n)
    const loaded: { readonly key: string; readonly n: number; readonly entry: StreamEntry }[] = []
    for (let from = 0; from < found.length; from += STREAMS_PER_LOAD) {
      const some = found.slice(from, from + STREAMS_PER_LOAD)
      const replies = await Promise.all(
        some.map((key) => redis.xrevrange(keys.stream(key), '+', '-', 'COUNT', deps.capacity)),
      )
      for (const [index, key] of some.entries()) {
        const known = countOf(key)
        const stored = parseStoredEntries(replies[index]).filter(({ entry }) => entry.seq > known)
        loaded.push(...stored.map((each) => ({ key, ...each })))
      }
    }
    return { loaded: loaded.toSorted((one, other) => one.n - other.n), n, last }
  }

  const lastCount = (key: string): number => store.last(key)?.seq ?? 0

  /** Adds an entry that follows what the store has of its stream; says how many are missing in between. */
  function add(key: string, entry: StreamEntry): number {
    const missing = entry.seq - lastCount(key) - 1
    // Readers that resume from before the hole get a discontinuity.
    if (missing > 0) store.replace(key, [entry])
    else store.push(key, entry)
    return Math.max(0, missing)
  }

  async function reload(next: string) {
    const { loaded, n, last } = await loadStreams(() => 0)
    store.clear()
    for (const { key, entry } of loaded) add(key, entry)
    epoch = next
    position = n
    token = last
    emit({ kind: 'reloaded' })
  }

  /** Reads from the streams what the journal no longer has. */
  async function catchUp() {
    const before = position
    const { loaded, n, last } = await loadStreams(lastCount)
    let lost = 0
    for (const { key, entry } of loaded) {
      lost += add(key, entry)
      emit({ kind: 'appended', key, entry })
    }
    position = n
    token = last
    emit({ kind: 'trimmed', rows: n - before, lost })
    emit({ kind: 'read' })
  }

  function accept({ n, token: writtenBy, appended }: JournalRow) {
    position = n
    token = writtenBy
    if (!appended) return
    const { key, entry } = appended
    // Loaded with its stream, before the journal was read.
    if (entry.seq <= lastCount(key)) return
    add(key, entry)
    emit({ kind: 'appended', key, entry })
  }

  /** Reads on from `position`. Returns when the epoch may have changed. */
  async function follow() {
    while (!closing.signal.aborted) {
      const reply = await redis.xread(
        'COUNT',
        MOST_PER_READ,
        'BLOCK',
        LIMITS.blockMs,
        'STREAMS',
        keys.journal,
        `${position}-0`,
      )
      const rows = parseJournalRead(reply)
      problem = undefined
      const [first] = rows
      // A database that was emptied has no rows, and wakes no reader.
      if (first === undefined) {
        if ((await redis.get(keys.epoch)) !== epoch) return
        continue
      }
      if (first.n > position + 1) {
        await catchUp()
        continue
      }
      for (const row of rows) {
        accept(row)
        if (!row.appended) return emit({ kind: 'read' })
      }
      emit({ kind: 'read' })
    }
  }

  async function session() {
    await connection.ready()
    await claim()
    const current = await currentEpoch()
    if (current !== epoch) await reload(current)
    forgets = undefined
    problem = undefined
    await follow()
  }

  async function run() {
    for (let attempt = 1; !closing.signal.aborted; attempt += 1) {
      try {
        await session()
        attempt = 0
      } catch (error) {
        if (closing.signal.aborted) return
        problem = reasonOf(error)
        await delay(backoff(attempt, deps.random), undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  const running = run()
  return {
    epoch: () => epoch,
    position: () => position,
    problem: () => problem,
    async close() {
      closing.abort()
      connection.close()
      await running
    },
  }
}
