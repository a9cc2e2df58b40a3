import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Queries } from '#server/database/database.ts'
import { Unavailable } from '#server/database/errors.ts'
import { openPostgresql, type PoolLimits } from '#server/database/postgresql.ts'
import { signInAttempts } from '#server/database/schema/identity.ts'
import { startFaultProxy, type FaultProxy } from '#test/support/server/fault-proxy.ts'

const SERVER = process.env['PAIRBOT_TEST_POSTGRES']

const SHORT: PoolLimits = {
  max: 2,
  connectionTimeoutMillis: 400,
  statement_timeout: 300,
  lock_timeout: 300,
  idle_in_transaction_session_timeout: 60_000,
  query_timeout: 400,
}

describe.skipIf(!SERVER)('a PostgreSQL server that hangs for a while', { timeout: 30_000 }, () => {
  let name: string
  const administer = async (statement: string) => {
    const client = new Client({ connectionString: SERVER })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  let proxy: FaultProxy
  let database: Database
  beforeEach(async () => {
    name = `pairbot_test_${randomUUID().replaceAll('-', '')}`
    await administer(`create database ${name}`)
    const url = new URL(SERVER ?? '')
    proxy = await startFaultProxy(Number(url.port || 5432))
    url.port = String(proxy.port)
    url.pathname = `/${name}`
    database = openPostgresql(url.href, () => undefined, SHORT)
    await database.whenReady
  })
  afterEach(async () => {
    proxy.set('pass')
    await database.close()
    await proxy.close()
    await administer(`drop database ${name} with (force)`)
  })

  const insert = (tx: Queries, email: string) =>
    tx.insert(signInAttempts).values({ email, ipAddress: '', network: '', success: false, attemptedAt: new Date(0) })
  const write = (email: string) => database.transaction((tx) => insert(tx, email))
  const written = async () => (await database.db.select().from(signInAttempts)).map(({ email }) => email).toSorted()
  const answers = () =>
    database.ping().then(
      () => true,
      () => false,
    )

  it('[DU-22] [DU-25] BC-08 times out every call, does not accumulate any, and recovers by itself', async () => {
    await Promise.all([write('a'), write('b')])
    proxy.set('hold')
    const began = performance.now()
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => write(`lost-${n}`)))
    // All wait at the same time: two connections, one call after the other, would take ten times the limit.
    expect(performance.now() - began).toBeLessThan(7 * SHORT.query_timeout)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Unavailable)

    proxy.set('pass')
    await expect.poll(answers).toBe(true)
    await Promise.all(Array.from({ length: 6 }, (_, n) => write(`c${n}`)))
    expect(await written()).toEqual(['a', 'b', 'c0', 'c1', 'c2', 'c3', 'c4', 'c5'])
  })

  it('[DU-11] [DU-25] BC-08 a transaction it interrupts is never committed, not even by the next one', async () => {
    const halves = ['half-1', 'half-2'].map((email) =>
      database.transaction(async (tx) => {
        await insert(tx, email)
        proxy.set('hold')
        await insert(tx, `${email}, rest`)
      }),
    )
    for (const half of await Promise.allSettled(halves)) expect(half.status).toBe('rejected')
    proxy.set('pass')
    await expect.poll(answers).toBe(true)
    for (const email of ['x', 'y', 'z']) await write(email)
    expect(await written()).toEqual(['x', 'y', 'z'])
  })

  it('[DU-20] [DU-25] BC-06 killed during a hundred writes and restarted: each is acknowledged and stored, or neither', async () => {
    const writes = Array.from({ length: 100 }, (_, n) => `w${String(n).padStart(2, '0')}`)
    let answered = 0
    const outcomes = await Promise.all(
      writes.map(async (email) => {
        const acknowledged = await write(email).then(
          () => true,
          () => false,
        )
        answered += 1
        if (answered === 20) proxy.set('refuse')
        return { email, acknowledged }
      }),
    )
    await expect(database.ping()).rejects.toThrow(Unavailable)
    proxy.set('pass')
    await expect.poll(answers).toBe(true)

    const there = new Set(await written())
    const acknowledged = outcomes.filter((outcome) => outcome.acknowledged).map(({ email }) => email)
    expect(acknowledged.length).toBeGreaterThan(0)
    expect(acknowledged.length).toBeLessThan(100)
    expect(acknowledged.filter((email) => !there.has(email))).toEqual([])
    // The commits under way at that moment, one of each connection, may have been stored without an answer.
    expect(there.size - acknowledged.length).toBeLessThanOrEqual(SHORT.max)
  })
})
