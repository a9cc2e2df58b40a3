import { setTimeout as delay } from 'node:timers/promises'
import { Subject } from 'rxjs'
import { backoff, LIMITS, reasonOf, type Connection } from '#server/streams/redis/connection.ts'
import { createReadyOnce } from '#server/streams/redis/ready-once.ts'
import type { RedisRefused } from '#server/streams/redis/refusals.ts'
import { RELAY_KEYS } from './keys.ts'
import type { RelayEvent, RelayReader } from './ports.ts'
import { parseRead, parseRows, parseState, type ReceivedRow } from './replies.ts'
import { NEWEST } from './scripts.ts'

const MOST_PER_READ = 500

export interface RelayReaderDeps {
  /** Connects with a listener for what Redis will always refuse. */
  readonly connect: (onRefused: (refusal: RedisRefused) => void) => Connection
  readonly random: () => number
}

/** Starts to read. */
export function createRelayReader({ connect, random }: RelayReaderDeps): RelayReader {
  const events = new Subject<RelayEvent>()
  const closing = new AbortController()
  const ready = createReadyOnce()
  let refusal: RedisRefused | undefined
  const connection = connect((refused) => {
    refusal = refused
    ready.reject(refused)
  })
  const { redis } = connection
  /** Number of the row read last, and the batch that wrote it. */
  let position: number | undefined
  let batch: string | undefined
  let problem: string | undefined

  /** The newest of everything; what comes later follows. */
  async function load() {
    const names = [RELAY_KEYS.head, RELAY_KEYS.leaders, RELAY_KEYS.newest]
    const { n, batch: last, leaders } = parseState(await redis.call('EVAL', NEWEST, names.length, ...names))
    position = n
    batch = last
    events.next({ kind: 'newest', leaders })
  }

  /** Whether the row read last is there and still the same. */
  async function isContinued(): Promise<boolean> {
    if (position === undefined) return false
    if (position === 0) return true
    const [row] = parseRows(await redis.xrange(RELAY_KEYS.rows, `${position}-0`, `${position}-0`))
    return row !== undefined && row.batch === batch
  }

  /** Announces the next row; false if it does not follow what was read before. */
  function accept({ n, epoch, batch: writtenBy, content }: ReceivedRow): boolean {
    if (n !== (position ?? 0) + 1) return false
    position = n
    batch = writtenBy
    if ('row' in content) events.next({ kind: 'row', epoch, row: content.row })
    else events.next({ kind: 'began', epoch, scope: content.began })
    return true
  }

  /** Reads on from `position`. Returns when it must start over. */
  async function follow() {
    while (!closing.signal.aborted) {
      const rows = parseRead(
        await redis.xread(
          'COUNT',
          MOST_PER_READ,
          'BLOCK',
          LIMITS.blockMs,
          'STREAMS',
          RELAY_KEYS.rows,
          `${position ?? 0}-0`,
        ),
      )
      problem = undefined
      // A database that was emptied has no rows, and wakes no reader.
      if (rows.length === 0 && !(await isContinued())) return load()
      if (!rows.every(accept)) return load()
    }
  }

  async function session() {
    await connection.ready()
    if (!(await isContinued())) await load()
    problem = undefined
    ready.resolve()
    while (!closing.signal.aborted) await follow()
  }

  async function run() {
    for (let attempt = 1; !closing.signal.aborted; attempt += 1) {
      try {
        await session()
      } catch (error) {
        if (closing.signal.aborted) return
        // A connection that could be read from begins to count anew.
        if (problem === undefined) attempt = 1
        problem = reasonOf(error)
        await delay(backoff(attempt, random), undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  const running = run()
  return {
    events$: events.asObservable(),
    whenReady: ready.whenReady,
    problem: () => refusal?.message ?? connection.problem() ?? problem,
    losses: () => connection.losses(),
    async close() {
      closing.abort()
      connection.close()
      ready.reject(new Error('The relay is closed'))
      await running
      events.complete()
    },
  }
}
