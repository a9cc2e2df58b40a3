import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { defer, firstValueFrom, retry, tap, timer } from 'rxjs'
import type { Database, Queries } from './database.ts'
import { ReadOnly, toUnavailable, Unavailable } from './errors.ts'
import { assertMigratable, migrationsFolder } from './migrations.ts'

/** The database server refuses this configuration, and will go on to. The message is one line for the operator. */
class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused'
}

type Advice = (target: { readonly database: string; readonly user: string; readonly host: string }) => string

/** What to do about a permanent error, by SQLSTATE. */
const ADVICE: Readonly<Record<string, Advice>> = {
  '3D000': ({ database, host }) =>
    `there is no database "${database}" on ${host}. Create it (createdb ${database}), or correct its name`,
  '28P01': ({ user, host }) => `${host} does not accept the password of "${user}". Correct it`,
  '28000': ({ user, host }) => `${host} does not let "${user}" in. Check its name, and pg_hba.conf on the server`,
  '42501': ({ user, database }) =>
    `"${user}" may not create tables in "${database}". Make it the owner (alter database ${database} owner to ${user})`,
}

/** The one line for an error that trying again does not mend. */
export function toRefusal(error: unknown, url: string): Error {
  if (!(error instanceof Error)) return new Error(String(error))
  const code = codeOf(error)
  const { hostname, port, pathname, username } = new URL(url)
  const user = decodeURIComponent(username) || 'the default user'
  const database = decodeURIComponent(pathname.slice(1)) || user
  const advice = code === undefined ? undefined : ADVICE[code]
  if (advice === undefined) return error
  const text = advice({ database, user, host: `${hostname || 'localhost'}:${port || '5432'}` })
  return new DatabaseRefused(`DATABASE_URL: ${text}.`, { cause: error })
}

function codeOf(error: Error): string | undefined {
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string') return current.code
  }
  return undefined
}

const WAIT_MS = 5_000
const POOL_LIMITS = {
  max: 10,
  connectionTimeoutMillis: WAIT_MS,
  // Below the client's own limit, so that a responsive server reports the reason.
  statement_timeout: WAIT_MS - 500,
  lock_timeout: WAIT_MS - 500,
  idle_in_transaction_session_timeout: 10_000,
  /** The client's own limit, for an unresponsive server. */
  query_timeout: WAIT_MS,
} as const
/** An arbitrary number, the same for all processes that migrate. */
const MIGRATION_LOCK = 7_202_611
const RETRY_MS = 1_000

/** Sizes and times (ms) of the connection pool. */
export type PoolLimits = { readonly [Name in keyof typeof POOL_LIMITS]: number }

/**
 * A database on a PostgreSQL server. Does not wait for the server: until it first responds, every call rejects with
 * `Unavailable` and the connection is retried every second. A permanent error rejects `whenReady`.
 */
export function openPostgresql(
  url: string,
  report: (error: Error) => void,
  limits: PoolLimits = POOL_LIMITS,
): Database {
  const pool = new Pool({ ...limits, connectionString: url })
  // The pool replaces a lost idle connection; without a listener the process would exit.
  pool.on('error', report)
  // A lost busy connection also rejects its query, where it is handled; without a listener the process would exit.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const db = drizzle({ client: pool })
  let ready = false
  let lastError: unknown
  let closed = false
  /** What the last ping found. */
  let refusal: ReadOnly | undefined
  const whenReady = firstValueFrom(
    defer(() => migrateExclusively(url)).pipe(
      retry({
        delay: (error) => {
          if (closed || !toUnavailable(error)) throw toRefusal(error, url)
          lastError = error
          return timer(RETRY_MS)
        },
      }),
      tap(() => (ready = true)),
    ),
  )
  // Callers that await it get the error; without any, an unhandled rejection would end the process.
  whenReady.catch(() => undefined)
  const assertReady = () => {
    if (!ready) throw new Unavailable('The database is not available yet. Please try again.')
  }
  return {
    db,
    async transaction(work) {
      assertReady()
      try {
        return await transact(pool, work)
      } catch (error) {
        throw toUnavailable(error) ?? error
      }
    },
    engine: 'postgresql',
    durability: 'fsync',
    whenReady,
    waitingFor: () => (ready ? undefined : networkReason(lastError)),
    readOnly: () => refusal,
    files: () => undefined,
    whileUnchanged: (work) => work(),
    async ping() {
      assertReady()
      try {
        const { rows } = await pool.query<{ read_only: boolean }>(
          `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as read_only`,
        )
        refusal = rows[0]?.read_only === true ? new ReadOnly('read-only-database') : undefined
      } catch (error) {
        throw toUnavailable(error) ?? error
      }
    },
    async close() {
      closed = true
      await pool.end()
    },
  }
}

/** Why the server cannot be reached; Node reports several addresses as an error without a message of its own. */
function networkReason(error: unknown): string {
  if (error instanceof AggregateError) return networkReason(error.errors[0])
  return error instanceof Error && error.message !== '' ? error.message : 'no response yet'
}

/**
 * Runs `work` between begin and commit. A failed connection is discarded, which rolls back on the server: a rollback on
 * it would also time out, and its next user would commit the unfinished work.
 */
async function transact<T>(pool: Pool, work: (tx: Queries) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isClean = false
  try {
    await client.query('begin')
    const result = await work(drizzle({ client }))
    await client.query('commit')
    isClean = true
    return result
  } catch (error) {
    if (!toUnavailable(error)) {
      await client.query('rollback')
      isClean = true
    }
    throw error
  } finally {
    client.release(!isClean)
  }
}

/** Runs the migrations under an advisory lock: concurrent starts would create the same types twice. */
async function migrateExclusively(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: POOL_LIMITS.connectionTimeoutMillis })
  // A lost connection also rejects its query, where it is handled.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle({ client })
    await assertMigratable(db, migrationsFolder())
    await migrate(db, { migrationsFolder: migrationsFolder() })
  } finally {
    await client.end()
  }
}
