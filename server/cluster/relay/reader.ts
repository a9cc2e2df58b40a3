import { setTimeout as delay } from 'node:timers/promises'
import { Subject } from 'rxjs'
import * as z from 'zod/mini'
import { backoff, type Connection, LIMITS, reasonOf, createReadyOnce } from '#server/streams/redis/connection.ts'
import type { RedisRefused } from '#server/streams/redis/refusals.ts'
import {
  type LeaderScope,
  leaderScopeSchema,
  RELAY_KINDS,
  type RelayedLeader,
  type RelayEvent,
  type RelayReader,
  type RelayRow,
} from './ports.ts'
import { NEWEST } from './scripts.ts'
import { RELAY_KEYS } from './messages.ts'

const flatSchema = z.array(z.string())
const rowsSchema = z.array(z.tuple([z.string(), flatSchema]))
const readSchema = z.nullable(z.array(z.tuple([z.string(), rowsSchema])))
const stateSchema = z.tuple([flatSchema, flatSchema, flatSchema])
const fieldsSchema = z.object({
  e: z.string(),
  b: z.string(),
  s: z.string(),
  k: z.enum([...RELAY_KINDS, 'began']),
  m: z.string(),
})

/** Field names and values, which Redis gives in one flat list. */
function toFields(flat: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  for (let index = 0; index + 1 < flat.length; index += 2) fields.set(flat[index] ?? '', flat[index + 1] ?? '')
  return fields
}

const parseScope = (text: string): LeaderScope => leaderScopeSchema.parse(JSON.parse(text))

/** A row with its number, the epoch of the leader that published it, and the batch that wrote it. */
interface ReceivedRow {
  readonly n: number
  readonly epoch: string
  readonly batch: string
  /** A message, or what a leader runs that has begun with this row. */
  readonly content: { readonly row: RelayRow } | { readonly began: LeaderScope }
}

function toRow([id, flat]: z.infer<typeof rowsSchema>[number]): ReceivedRow {
  const { e, b, s, k, m } = fieldsSchema.parse(Object.fromEntries(toFields(flat)))
  const content = k === 'began' ? { began: parseScope(m) } : { row: { stream: s, kind: k, text: m } }
  return { n: Number.parseInt(id, 10), epoch: e, batch: b, content }
}

const parseRows = (reply: unknown): ReceivedRow[] => rowsSchema.parse(reply).map(toRow)

/** Rows of a blocking read; none if it timed out. */
const parseRead = (reply: unknown): ReceivedRow[] => (readSchema.parse(reply)?.[0]?.[1] ?? []).map(toRow)

/** Where the rows are, and the newest text of every stream of every leader. */
function parseState(reply: unknown): {
  readonly n: number
  readonly batch: string | undefined
  readonly leaders: readonly RelayedLeader[]
} {
  const [head, scopes, newest] = stateSchema.parse(reply)
  const fields = toFields(head)
  const texts = new Map<string, Map<string, string>>()
  const leaders = [...toFields(scopes)].map(([epoch, scope]) => {
    const own = new Map<string, string>()
    texts.set(epoch, own)
    return { epoch, scope: parseScope(scope), newest: own }
  })
  for (const [field, text] of toFields(newest)) {
    const space = field.indexOf(' ')
    texts.get(field.slice(0, space))?.set(field.slice(space + 1), text)
  }
  return { n: Number(fields.get('n') ?? 0), batch: fields.get('batch'), leaders }
}

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

  /** From the first row, where a Redis that was emptied still has it; otherwise from the newest of everything. */
  async function startOver() {
    const [first] = parseRows(await redis.xrange(RELAY_KEYS.rows, '-', '+', 'COUNT', 1))
    if (position === undefined || (first !== undefined && first.n !== 1)) return load()
    position = 0
    batch = undefined
    return undefined
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
      if (rows.length === 0 && !(await isContinued())) return startOver()
      if (!rows.every(accept)) return load()
    }
  }

  async function session() {
    await connection.ready()
    if (!(await isContinued())) await startOver()
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
