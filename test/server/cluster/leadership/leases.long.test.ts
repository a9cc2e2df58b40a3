import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { leases } from '#server/database/schema/leases.ts'
import { openLeadership, openLeaseQueries, readHolders } from '#server/cluster/leadership/postgresql.ts'
import { createLeaseStore, type LeaseStoreDeps } from '#server/cluster/leadership/lease-store.ts'
import type { Leadership, LeaseStore } from '#server/cluster/leadership/ports.ts'
import { createDatabase, cutConnections, hasPostgresql, startPostgresql } from '#test/support/server/postgresql.ts'

const SOON = { timeout: 20_000, interval: 20 }

describe.skipIf(!hasPostgresql())('leases on PostgreSQL', { timeout: 60_000 }, () => {
  const disposables: AsyncDisposable[] = []
  let url: string
  let database: Database
  beforeAll(async () => {
    const server = await startPostgresql()
    const own = await createDatabase(server.url)
    disposables.push(own, server)
    ;({ url } = own)
    database = await openDatabase({ engine: 'postgresql', url }, () => undefined)
    await database.whenReady
  }, 120_000)
  afterAll(async () => {
    await database.close()
    for (const each of disposables) await each[Symbol.asyncDispose]()
  }, 60_000)

  let holders = 0
  function storeOf(given: Partial<LeaseStoreDeps> = {}): LeaseStore & AsyncDisposable {
    holders += 1
    const store = createLeaseStore({
      queries: openLeaseQueries(url),
      market: 'kraken',
      pairs: ['BTCUSD', 'ETHUSD'],
      holder: `00000000-0000-4000-8000-${String(holders).padStart(12, '0')}`,
      leaseMs: 60_000,
      ...given,
    })
    return { ...store, [Symbol.asyncDispose]: () => store.close() }
  }
  const tokenOf = async (store: LeaseStore): Promise<number> => {
    const attempt = await store.acquire(null, true)
    if (attempt.kind === 'refused') throw new Error('refused')
    return attempt.token
  }

  it('[LD-10] of eight that try at once one gets all pairs, in every round under a higher token', async () => {
    const stores = Array.from({ length: 8 }, () => storeOf())
    let last = 0
    for (let round = 0; round < 10; round += 1) {
      const attempts = await Promise.all(stores.map((store) => store.acquire(`http://${round}`, true)))
      const held = attempts.flatMap((attempt) => (attempt.kind === 'held' ? [attempt.token] : []))
      expect(held).toHaveLength(1)
      const [token = 0] = held
      expect(token).toBeGreaterThan(last)
      last = token
      expect(await readHolders(database.db)).toEqual([
        { market: 'kraken', pair: 'BTCUSD', address: `http://${round}`, token },
        { market: 'kraken', pair: 'ETHUSD', address: `http://${round}`, token },
      ])
      await Promise.all(stores.map((store) => store.release(token)))
    }
    for (const store of stores) await store.close()
  })

  it('[LD-10] all pairs are taken or none; other pairs and markets are free', async () => {
    await using one = storeOf({ pairs: ['ETHUSD', 'XRPUSD'] })
    await using two = storeOf({ pairs: ['BTCUSD', 'XRPUSD'] })
    await using three = storeOf({ pairs: ['BTCUSD'] })
    await using four = storeOf({ pairs: ['XRPUSD'], market: 'simulated' })
    const token = await tokenOf(one)
    expect(await two.acquire(null, true)).toEqual({ kind: 'refused', address: null })
    const others = [await tokenOf(three), await tokenOf(four)]
    await one.release(token)
    expect(await two.acquire(null, true)).toEqual({ kind: 'refused', address: null })
    await three.release(others[0] ?? 0)
    await two.release(await tokenOf(two))
    await four.release(others[1] ?? 0)
  })

  it('[LD-12] a lease that is over can be taken, and then not be renewed; until then it can', async () => {
    await using one = storeOf({ leaseMs: 1 })
    await using two = storeOf()
    const token = await tokenOf(one)
    expect(await one.renew(token, 'http://one')).toBe('held')
    const next = await tokenOf(two)
    expect(await one.renew(token, 'http://one')).toBe('lost')
    await one.release(token)
    expect(await two.renew(next, null)).toBe('held')
    await two.release(next)
  })

  it('[LD-16] the holder sees that it is wanted by one who could do its work, of each pair', async () => {
    await using one = storeOf()
    await using two = storeOf({ pairs: ['BTCUSD'] })
    await using three = storeOf()
    const token = await tokenOf(one)
    await three.acquire(null, false)
    await two.acquire(null, true)
    expect(await one.renew(token, null)).toBe('held')
    await three.acquire(null, true)
    expect(await one.renew(token, null)).toBe('wanted')
    await one.release(token, true)
    expect(await two.acquire(null, false)).toMatchObject({ kind: 'refused' })
    const next = await tokenOf(three)
    expect(await three.renew(next, null)).toBe('held')
    await three.release(next)
  })

  it('[LD-12] a connection that was cut is opened again', async () => {
    await using one = storeOf()
    const token = await tokenOf(one)
    expect(await cutConnections(url, 'pairbot lease')).toBeGreaterThan(0)
    await expect.poll(() => one.renew(token, null).catch(() => 'cut'), SOON).toBe('held')
    await one.release(token)
  })

  describe('of two processes', () => {
    const begin = (): Leadership => {
      const leadership = openLeadership({
        url,
        market: 'kraken',
        pairs: ['BTCUSD'],
        needs: [],
        now: Date.now,
        report() {},
      })
      leadership.start()
      return leadership
    }

    it('[LD-11] [LD-15] the second takes over within a second of a release, and the first can commit nothing then', async () => {
      const one = begin()
      await one.untilHeld()
      const two = begin()
      await database.transaction((tx) => one.assertHeld(tx))
      const asked = performance.now()
      await one.release()
      await two.untilHeld()
      expect(performance.now() - asked).toBeLessThan(3_000)
      await expect(database.transaction((tx) => one.assertHeld(tx))).rejects.toThrow('taken over')
      await database.transaction((tx) => two.assertHeld(tx))
      await two.release()
    })

    it('[LD-15] nobody takes over while a transaction of the leader is open, which does not keep it from renewing', async () => {
      const one = begin()
      const token = await one.untilHeld()
      await using other = storeOf({ pairs: ['BTCUSD'], market: 'kraken' })
      await database.transaction(async (tx) => {
        await one.assertHeld(tx)
        one.announce('http://one')
        const address = async () => (await readHolders(database.db))[0]?.address
        await expect.poll(address, SOON).toBe('http://one')
        // As if it were over.
        await database.db.update(leases).set({ expiresAt: new Date(0) })
        await expect(other.acquire(null, true)).rejects.toThrow('timeout')
      })
      expect(one.state().token).toBe(token)
      await one.release()
    })
  })
})
