import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Client, Pool } from 'pg'
import { defer, firstValueFrom, retry, tap, timer } from 'rxjs'
import type { Database, Queries } from './database.ts'
import { Unavailable, toUnavailable } from './errors.ts'
import { migrationsFolder } from './migrations.ts'

const WAIT_MS = 5_000
const POOL_LIMITS = {
  max: 10,
  connectionTimeoutMillis: WAIT_MS,
  // Before the client's own limit, so that a server that does answer says why.
  statement_timeout: WAIT_MS - 500,
  lock_timeout: WAIT_MS - 500,
  idle_in_transaction_session_timeout: 10_000,
  /** The client's own limit, for a server that stopped answering at all. */
  query_timeout: WAIT_MS,
} as const
/** Any fixed number: all starters of this product must ask for the same one. */
const MIGRATION_LOCK = 7_202_611
const RETRY_MS = 1_000

/** Sizes and times (ms) of the connection pool. */
export type PoolLimits = { readonly [Name in keyof typeof POOL_LIMITS]: number }

/**
 * A database on a PostgreSQL server. Does not wait for the server: until it first answers, every call rejects with
 * `Unavailable` and the connection is tried once a second. A fault that waiting cannot heal rejects `whenReady`.
 */
export function openPostgresql(
  url: string,
  report: (error: Error) => void,
  limits: PoolLimits = POOL_LIMITS,
): Database {
  const pool = new Pool({ ...limits, connectionString: url })
  // A connection lost while idle: the pool replaces it; without a listener the process would end.
  pool.on('error', report)
  // One lost at work: the query under way rejects, which is where it is handled; without a listener, again the end.
  pool.on('connect', (client) => void client.on('error', () => undefined))
  const db = drizzle({ client: pool })
  let ready = false
  let closed = false
  const whenReady = firstValueFrom(
    defer(() => migrateExclusively(url)).pipe(
      retry({
        delay: (error) => {
          if (closed || !toUnavailable(error)) throw error
          return timer(RETRY_MS)
        },
      }),
      tap(() => (ready = true)),
    ),
  )
  // Whoever waits for it hears of its failure; nobody waiting is no reason to end the process.
  whenReady.catch(() => undefined)
  const assertReady = () => {
    if (!ready) throw new Unavailable('The database is not there yet. Please try again.')
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
    async ping() {
      assertReady()
      try {
        await pool.query('select 1')
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

/**
 * Runs `work` between begin and commit. A connection that failed in between is thrown away, which rolls back on the server:
 * a rollback on it would be waited for as long again, and whoever got it next would commit what was left undone.
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

/** Runs the migrations while holding an advisory lock: two starters at once would create the same types twice. */
async function migrateExclusively(url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: POOL_LIMITS.connectionTimeoutMillis })
  // The lost connection also rejects the query under way, which is where it is handled.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await migrate(drizzle({ client }), { migrationsFolder: migrationsFolder() })
  } finally {
    await client.end()
  }
}
