import { setTimeout as delay } from 'node:timers/promises'
import type { LogFence, StreamEntry } from '../ports.ts'
import type { StreamStore } from '../stream-store.ts'
import { backoff, LIMITS, reasonOf, type Connection } from './connection.ts'
import { type FenceArguments, type RedisKeys, LogDeposed, untilHeld } from './keys.ts'
import {
  type Heads,
  parseHeads,
  parseJournalRead,
  parseJournalRows,
  parseStoredEntries,
  type JournalRow,
} from './replies.ts'
import { behind, restoreStream } from './restore.ts'
import { BEGIN_EPOCH, CLAIM, DEPOSED, JOURNAL_ENTRIES } from './scripts.ts'

/** Rows of the journal per read. */
const MOST_PER_READ = 500
/** Streams loaded with one round trip. */
const STREAMS_PER_LOAD = 10
/** Attempts, of about eight seconds together, that wait for the processes that can give Redis back what it has lost. */
const PATIENT_ATTEMPTS = 9

/** What a reader reports. */
export type ReaderEvent =
  | { readonly kind: 'appended'; readonly key: string; readonly entry: StreamEntry; readonly batch?: string }
  /** Everything was loaded; `epoch` is another one than before, if there was one. */
  | { readonly kind: 'reloaded' }
  /** The journal was cut before these could be read from it; they were read from their streams, as far as those have them. */
  | { readonly kind: 'trimmed'; readonly rows: number; readonly lost: number }
  /** Redis has lost entries of this process, which are about to be written to it again. */
  | { readonly kind: 'restoring' }
  /** Redis has what it had lost, as far as anybody had it, and so has the store; `keys` are the streams that this process wrote to it again. */
  | { readonly kind: 'restored'; readonly keys: number }
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
  /** The streams that this process writes, and writes again if Redis has lost them; undefined if it writes none. */
  readonly owns: ((key: string) => boolean) | undefined
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
  const { connection, keys, store, owns, emit } = deps
  const { redis } = connection
  const closing = new AbortController()
  let epoch: string | undefined
  let position = 0
  /** The batch that wrote the row at `position`; undefined if that was cut already. */
  let token: string | undefined
  let forgets = deps.forgets
  let problem: string | undefined
  /** The journal numbers of the entries in the store: the order over all streams. */
  const numbers = new WeakMap<StreamEntry, number>()
  let restoredKeys = 0
  let waits = 0

  async function beginEpoch(ended: string, next = deps.newEpoch(), ahead = 1): Promise<string> {
    const found = forgets ? [...(await readHeads()).last.keys()] : []
    const forgotten = found.filter((key) => forgets?.(key))
    const names = [keys.epoch, keys.heads, keys.journal, ...forgotten.map((key) => keys.stream(key))]
    const words = [ended, next, deps.newEpoch(), next === epoch ? position : 0, ahead, ...forgotten]
    return String(await redis.call('EVAL', BEGIN_EPOCH, names.length, ...names, ...words))
  }

  const readHeads = async () => parseHeads(await redis.hgetall(keys.heads))

  /** From now on no earlier holder of the fence can write: what is read next is all that it wrote. */
  async function claim(): Promise<FenceArguments> {
    if (deps.fence !== undefined) problem = 'this process does not run the analysis yet'
    const held = await untilHeld(deps.fence, closing.signal)
    if (deps.fence === undefined) return held
    if ((await redis.call('EVAL', CLAIM, 1, keys.fences, held.token, held.scopes)) !== DEPOSED) return held
    deps.fence.onRefused()
    throw new LogDeposed()
  }

  /**
   * The epoch in Redis; a new one where there is none, where the reader wants one, or where rows were lost that nobody gives back.
   * Those that this process has written it gives back.
   */
  async function currentEpoch(fence: FenceArguments): Promise<string> {
    const current = (await redis.get(keys.epoch)) ?? ''
    if (forgets) return beginEpoch(current)
    const heads = await readHeads()
    const isLost = epoch !== undefined && (current === '' || (current === epoch && (await hasLostRows(heads))))
    if (owns && epoch !== undefined && (isLost || (current === epoch && behind(heads, store, owns).length > 0)))
      return restore(current, heads, { fence, epoch })
    if (isLost || current === '') await othersRestore(current)
    waits = 0
    return isLost || current === '' ? beginEpoch(current) : current
  }

  /** Without an epoch one that only reads waits for as long as it takes, as it could not tell what is missing. */
  async function othersRestore(current: string): Promise<void> {
    if (owns || (current !== '' && waits === PATIENT_ATTEMPTS)) return
    waits += 1
    throw new Error('Redis has no entries, or has lost some: their process has not written them yet')
  }

  /** Writes to Redis what it has lost of the own streams. The next row is ahead of all that any process has read. */
  async function restore(
    current: string,
    heads: Heads,
    { fence, epoch: known }: { readonly fence: FenceArguments; readonly epoch: string },
  ): Promise<string> {
    emit({ kind: 'restoring' })
    const numberOf = (entry: StreamEntry) => numbers.get(entry) ?? 0
    const lacking = owns ? behind(heads, store, owns) : []
    for (const key of lacking) {
      const isRestored = await restoreStream(
        { redis, keys, store, capacity: deps.capacity, numberOf },
        { key, heads, fence },
      )
      if (!isRestored) return beginEpoch(current)
    }
    restoredKeys = lacking.length
    return beginEpoch(current, known, JOURNAL_ENTRIES)
  }

  async function hasLostRows(heads: Heads): Promise<boolean> {
    if (position === 0) return false
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
  async function loadStreams(known: (key: string) => StreamEntry | undefined) {
    const { n, last: heads } = await readHeads()
    const last = await tokenAt(n)
    const found = [...heads].filter(([key, { seq }]) => seq > (known(key)?.seq ?? 0)).map(([key]) => key)
    const loaded: { readonly key: string; readonly n: number; readonly entry: StreamEntry }[] = []
    for (let from = 0; from < found.length; from += STREAMS_PER_LOAD) {
      const some = found.slice(from, from + STREAMS_PER_LOAD)
      const replies = await Promise.all(
        some.map((key) => {
          const { id } = known(key) ?? {}
          return redis.xrevrange(keys.stream(key), '+', id === undefined ? '-' : `(${id}`, 'COUNT', deps.capacity)
        }),
      )
      for (const [index, key] of some.entries()) {
        const count = known(key)?.seq ?? 0
        const stored = parseStoredEntries(replies[index]).filter(({ entry }) => entry.seq > count)
        loaded.push(...stored.map((each) => ({ key, ...each })))
      }
    }
    for (const each of loaded) numbers.set(each.entry, each.n)
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
    const { loaded, n, last } = await loadStreams(() => undefined)
    store.clear()
    for (const { key, entry } of loaded) add(key, entry)
    epoch = next
    position = n
    token = last
    emit({ kind: 'reloaded' })
  }

  /** Reads from the streams what the journal no longer has. */
  async function catchUp(isTrimmed: boolean) {
    const before = position
    const { loaded, n, last } = await loadStreams((key) => store.last(key))
    let lost = 0
    for (const { key, entry } of loaded) {
      lost += add(key, entry)
      emit({ kind: 'appended', key, entry })
    }
    position = n
    token = last
    if (isTrimmed || lost > 0) emit({ kind: 'trimmed', rows: n - before, lost })
    if (!isTrimmed) emit({ kind: 'restored', keys: restoredKeys })
    restoredKeys = 0
  }

  function accept({ n, token: writtenBy, appended }: JournalRow) {
    position = n
    token = writtenBy
    if (!appended) return
    const { key, entry } = appended
    // Loaded with its stream, before the journal was read.
    if (entry.seq <= lastCount(key)) return
    add(key, entry)
    numbers.set(entry, n)
    emit({ kind: 'appended', key, entry, batch: writtenBy })
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
      // A database that was emptied has no rows, and wakes no reader.
      if (rows.length === 0) {
        if ((await redis.get(keys.epoch)) !== epoch) return
        continue
      }
      for (const row of rows) {
        if (row.n > position + 1) {
          // A row without an entry that is ahead says that Redis had lost what was before it, and has got it back.
          await catchUp(row.appended !== undefined)
          break
        }
        accept(row)
        if (!row.appended) return emit({ kind: 'read' })
      }
      emit({ kind: 'read' })
    }
  }

  async function session() {
    await connection.ready()
    const fence = await claim()
    const current = await currentEpoch(fence)
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
