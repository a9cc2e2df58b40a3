import { randomUUID } from 'node:crypto'
import { createServer, connect, type Server } from 'node:net'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { Unavailable, toUnavailable } from '#server/database/errors.ts'
import { openPostgresql, type PoolLimits } from '#server/database/postgresql.ts'
import { users } from '#server/database/schema/identity.ts'

const SERVER = process.env['PAIRBOT_TEST_POSTGRES']
const ABSENT = 'postgres://nobody@127.0.0.1:21399/none'
const quiet = () => undefined

const SHORT: PoolLimits = {
  max: 2,
  connectionTimeoutMillis: 300,
  statement_timeout: 300,
  lock_timeout: 300,
  idle_in_transaction_session_timeout: 2_000,
  query_timeout: 600,
}

describe('an unreachable PostgreSQL server', () => {
  it('[DU-20] BC-24 does not abort the start: every call is refused with Retry-After until it is available', async () => {
    const database = openPostgresql(ABSENT, quiet)
    await expect(database.transaction(async () => 1)).rejects.toMatchObject({ statusCode: 503, retryAfterS: 5 })
    await expect(database.ping()).rejects.toThrow(Unavailable)
    const error = await database.db
      .select()
      .from(users)
      .then(quiet, (caught: unknown) => caught)
    expect(toUnavailable(error)).toBeInstanceOf(Unavailable)
    await database.close()
  })
})

describe.skipIf(!SERVER)('a PostgreSQL server', { timeout: 30_000 }, () => {
  const admin = async (statement: string) => {
    const client = new Client({ connectionString: SERVER })
    await client.connect()
    const result = await client.query(statement)
    await client.end()
    return result
  }
  let name: string
  let url: string
  const open: Database[] = []
  beforeEach(async () => {
    name = `pairbot_test_${randomUUID().replaceAll('-', '')}`
    await admin(`create database ${name}`)
    const address = new URL(SERVER ?? '')
    address.pathname = `/${name}`
    url = address.href
  })
  afterEach(async () => {
    for (const database of open.splice(0)) await database.close()
    await admin(`drop database ${name} with (force)`)
  })
  const connectTo = (address = url, report: (error: Error) => void = quiet) => {
    const database = openPostgresql(address, report, SHORT)
    open.push(database)
    return database
  }
  const countUsers = async (database: Database) => {
    const [row] = await database.db.select({ n: sql<number>`count(*)::int` }).from(users)
    return row?.n
  }

  it('[DU-21] four concurrent starts migrate once', async () => {
    const databases = Array.from({ length: 4 }, () => connectTo())
    await Promise.all(databases.map(({ whenReady }) => whenReady))

    expect(await Promise.all(databases.map(countUsers))).toEqual([0, 0, 0, 0])
    expect(databases[0]).toMatchObject({ engine: 'postgresql', durability: 'fsync' })
  })

  it('[DU-22] D2 a slow statement is refused, and the connection remains usable', async () => {
    const database = connectTo()
    await database.whenReady
    const slow = database.transaction((tx) => tx.execute(sql`select pg_sleep(3)`))
    await expect(slow).rejects.toThrow(Unavailable)
    expect(await countUsers(database)).toBe(0)
  })

  it('[DU-22] D2 BC-14 with every connection busy the next call times out', async () => {
    const database = connectTo()
    await database.whenReady
    let release: () => void = quiet
    const held = new Promise<void>((done) => (release = done))
    const busy = [1, 2].map(() =>
      database.transaction(async (tx) => {
        await tx.execute(sql`select 1`)
        await held
      }),
    )
    await expect(database.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow(Unavailable)
    release()
    await Promise.all(busy)
    expect(await countUsers(database)).toBe(0)
  })

  it('[DU-23] BC-12 lost idle connections are reported and replaced', async () => {
    const reports: Error[] = []
    const database = connectTo(url, (error) => reports.push(error))
    await database.whenReady
    await database.ping()
    await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    await expect.poll(() => reports.length).toBeGreaterThan(0)

    await expect
      .poll(() =>
        database.ping().then(
          () => 'back',
          () => 'away',
        ),
      )
      .toBe('back')
    expect(await countUsers(database)).toBe(0)
  })

  it('[DU-20] BC-24 a server that becomes available later is used without a restart', async () => {
    const { port, hostname, pathname, username } = new URL(url)
    let gate: Server | undefined
    const database = connectTo(`postgres://${username}@127.0.0.1:21398${pathname}`)
    await expect(database.ping()).rejects.toThrow(Unavailable)
    gate = createServer((near) => {
      const far = connect(Number(port), hostname)
      near.pipe(far).pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
    gate.listen(21_398, '127.0.0.1')
    await database.whenReady
    expect(await countUsers(database)).toBe(0)
    await database.close()
    open.length = 0
    gate.close()
  })
})
