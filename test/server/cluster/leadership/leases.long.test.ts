import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { pairsOfAll, pairsOfOthers } from '#server/cluster/other-leaders.ts'
import { openDatabase } from '#server/database/open.ts'
import { leases } from '#server/database/schema/leases.ts'
import { openLeadership, openLeaseQueries, readHolders } from '#server/cluster/leadership/postgresql.ts'
import { createLeaseStore, type LeaseStoreDeps } from '#server/cluster/leadership/lease-store.ts'
import type { Held, Leadership, LeaseStore } from '#server/cluster/leadership/ports.ts'
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
  const take = async (store: LeaseStore): Promise<Held> => {
    const attempt = await store.acquire(null, true)
    if (attempt.kind === 'refused') throw new Error('refused')
    return attempt
  }
  const RENEWED = { isWanted: false, unled: [] }

  it('[LD-10] of eight that try at once one gets all pairs, in every round under a higher token', async () => {
    const stores = Array.from({ length: 8 }, () => storeOf())
    let last = 0
    for (let round = 0; round < 10; round += 1) {
      const attempts = await Promise.all(stores.map((store) => store.acquire(`http://${round}`, true)))
      const [held, second] = attempts.filter((attempt) => attempt.kind === 'held')
      if (held === undefined || second !== undefined) throw new Error('not one')
      const { token } = held
      expect(token).toBeGreaterThan(last)
      last = token
      expect(await readHolders(database.db)).toEqual([
        { market: 'kraken', pair: 'BTCUSD', address: `http://${round}`, token },
        { market: 'kraken', pair: 'ETHUSD', address: `http://${round}`, token },
      ])
      await Promise.all(stores.map((store) => store.release(held)))
    }
    for (const store of stores) await store.close()
  })

  it('[LD-10] all pairs are taken or none; other pairs and markets are free', async () => {
    await using one = storeOf({ pairs: ['ETHUSD', 'XRPUSD'] })
    await using two = storeOf({ pairs: ['BTCUSD', 'XRPUSD'] })
    await using three = storeOf({ pairs: ['BTCUSD'] })
    await using four = storeOf({ pairs: ['XRPUSD'], market: 'simulated' })
    const held = await take(one)
    expect(await two.acquire(null, true)).toEqual({ kind: 'refused', address: null })
    const others = [await take(three), await take(four)] as const
    await one.release(held)
    expect(await two.acquire(null, true)).toEqual({ kind: 'refused', address: null })
    await Promise.all([three.release(others[0]), four.release(others[1])])
    await two.release(await take(two))
  })

  it('[LD-12] a lease that is over can be taken, and then not be renewed; until then it can', async () => {
    await using one = storeOf({ leaseMs: 1 })
    await using two = storeOf()
    const held = await take(one)
    expect(await one.renew(held, 'http://one')).toEqual(RENEWED)
    const next = await take(two)
    expect(await one.renew(held, 'http://one')).toBe('lost')
    await one.release(held)
    expect(await two.renew(next, null)).toEqual(RENEWED)
    await two.release(next)
  })

  it('[LD-16] the holder sees that it is wanted by one who could do its work, of each pair', async () => {
    await using one = storeOf()
    await using two = storeOf({ pairs: ['BTCUSD'] })
    await using three = storeOf()
    const held = await take(one)
    await three.acquire(null, false)
    await two.acquire(null, true)
    expect(await one.renew(held, null)).toEqual(RENEWED)
    await three.acquire(null, true)
    expect(await one.renew(held, null)).toEqual({ ...RENEWED, isWanted: true })
    await one.release(held, true)
    expect(await two.acquire(null, false)).toMatchObject({ kind: 'refused' })
    const next = await take(three)
    expect(await three.renew(next, null)).toEqual(RENEWED)
    await three.release(next)
  })

  it('[LD-12] a connection that was cut is opened again', async () => {
    await using one = storeOf()
    const held = await take(one)
    expect(await cutConnections(url, 'pairbot lease')).toBeGreaterThan(0)
    await expect.poll(() => one.renew(held, null).catch(() => 'cut'), SOON).toEqual(RENEWED)
    await one.release(held)
  })

  describe('[LD-18] with a share of the pairs', () => {
    const PAIRS = ['XRPUSD', 'BTCUSD', 'ETHUSD'] as const
    const member = (share: number, given: Partial<LeaseStoreDeps> = {}) => storeOf({ pairs: PAIRS, share, ...given })
    const pairsOf = async (store: LeaseStore) => (await take(store)).pairs
    beforeEach(() => database.db.delete(leases))
    afterAll(() => database.db.delete(leases))

    it('those that start at once share the pairs, in every round, and nobody gets one twice or none while there is one', async () => {
      const stores = Array.from({ length: 5 }, () => member(1))
      for (let round = 0; round < 10; round += 1) {
        const attempts = await Promise.all(stores.map((store) => store.acquire(null, true)))
        const taken = attempts.flatMap((attempt) => (attempt.kind === 'held' ? [attempt.pairs] : []))
        expect(taken.flat().toSorted()).toEqual(PAIRS.toSorted())
        expect(taken).toHaveLength(3)
        for (const [index, each] of attempts.entries()) if (each.kind === 'held') await stores[index]?.release(each)
      }
      for (const store of stores) await store.close()
    })

    it('[BT-37] a process takes as many as it may, in the order of its setting; one that stands by those that come free', async () => {
      await using one = member(2)
      await using two = member(2)
      await using three = member(2)
      const held = await take(one)
      expect(held.pairs).toEqual(['XRPUSD', 'BTCUSD'])
      const last = await take(two)
      expect(last.pairs).toEqual(['ETHUSD'])
      expect(await three.acquire(null, true)).toEqual({ kind: 'refused', address: null })
      expect(await two.renew(last, null)).toEqual({ isWanted: true, unled: [] })
      await two.release(last)
      expect(await pairsOf(three)).toEqual(['ETHUSD'])
      // Also while nobody leads it.
      await database.db.delete(leases).where(eq(leases.pair, 'ETHUSD'))
      const own = { market: 'kraken', pairs: held.pairs } as const
      expect(await pairsOfOthers(database, own, PAIRS)).toEqual(['ETHUSD'])
      expect(await pairsOfOthers(database, own, held.pairs)).toEqual([])
      expect(await pairsOfAll(database, own, PAIRS)).toEqual(['BTCUSD', 'ETHUSD', 'XRPUSD'])
    })

    it('[LD-19] a leader sees what nobody holds; one keeps it, and who starts next takes it beyond its share', async () => {
      await using gone = member(1, { pairs: ['ETHUSD'], leaseMs: -20_000 })
      await using one = member(1)
      await using two = member(1)
      await using next = member(1)
      await take(gone)
      const held = [await take(one), await take(two)] as const
      expect(held.map(({ pairs }) => pairs)).toEqual([['XRPUSD'], ['BTCUSD']])
      const unled = { isWanted: false, unled: ['ETHUSD'] }
      expect(await one.renew(held[0], null)).toEqual(unled)
      expect(await two.renew(held[1], null)).toEqual(unled)
      const kept = await Promise.all([one.keep(['ETHUSD']), two.keep(['ETHUSD'])])
      expect(kept.filter(Boolean)).toHaveLength(1)
      expect(await two.renew(held[1], null)).toEqual(RENEWED)
      await one.release(held[0])
      expect((await pairsOf(next)).toSorted()).toEqual(['ETHUSD', 'XRPUSD'])
    })

    it('[LD-19] what a standby wanted of a leader that ended is not kept, nor what was kept for longer than a minute', async () => {
      await using one = storeOf({ pairs: PAIRS })
      await using two = member(1)
      const held = await take(one)
      await two.acquire(null, true)
      await one.release(held)
      expect(await pairsOf(two)).toEqual(['XRPUSD'])
      expect(await two.keep(['BTCUSD'])).toBe(true)
      await database.db.update(leases).set({ wantedAt: new Date(Date.now() - 61_000) })
      await using three = member(1)
      expect(await pairsOf(three)).toEqual(['BTCUSD'])
      expect(await two.keep(['ETHUSD'])).toBe(true)
    })
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
