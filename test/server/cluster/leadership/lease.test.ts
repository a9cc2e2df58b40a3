import { drizzle } from 'drizzle-orm/pglite'
import { describe, expect, it } from 'vitest'
import { createSoleLeadership } from '#server/cluster/leadership-plugin.ts'
import { createLeadership, LEASE_MS } from '#server/cluster/leadership/postgresql.ts'
import { Deposed, type LeaseStore } from '#server/cluster/leadership/ports.ts'
import type { PairId } from '#contract/pairs.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const tx = drizzle.mock()
const isDeposed = (promise: Promise<unknown>) => expect(promise).rejects.toBeInstanceOf(Deposed)

/** The lease of one pair, and processes that want it. */
function setUp() {
  const timers = createManualTimers()
  const row = { holder: -1, address: null as string | null, token: 0, expiresAt: -Infinity, wantedAt: -Infinity }
  /** Other pairs that nobody holds, and who has kept them for its next start. */
  const free = { unled: [] as PairId[], keptBy: undefined as number | undefined }
  let processes = 0

  function join() {
    const holder = processes
    processes += 1
    const self = { isCut: false, problem: undefined as string | undefined, failingFrom: 0, reports: [] as unknown[] }
    const reach = async () => {
      if (self.isCut) throw new Error('no answer')
    }
    const isOurs = (token: number) => row.holder === holder && row.token === token
    const store: LeaseStore = {
      async acquire(address, isAble) {
        await reach()
        if (row.expiresAt > timers.now() - (isAble ? 0 : 3_000)) {
          if (isAble) row.wantedAt = timers.now()
          return { kind: 'refused', address: row.address }
        }
        Object.assign(row, { holder, address, token: row.token + 1, wantedAt: -Infinity })
        row.expiresAt = timers.now() + LEASE_MS
        return { kind: 'held', token: row.token, pairs: ['BTCUSD'] }
      },
      async renew({ token }, address) {
        await reach()
        if (!isOurs(token)) return 'lost'
        Object.assign(row, { address, expiresAt: timers.now() + LEASE_MS })
        return { isWanted: row.wantedAt > timers.now() - 2_000, unled: free.unled }
      },
      async keep() {
        await reach()
        if (free.keptBy !== undefined) return false
        free.keptBy = holder
        return true
      },
      async release({ token }, toAble) {
        await reach()
        if (isOurs(token)) row.expiresAt = toAble ? timers.now() : -Infinity
      },
      close: () => Promise.resolve(),
    }
    const leadership = createLeadership({
      store,
      clock: timers.now,
      now: timers.now,
      after: (ms, run) => timers.after(ms, run),
      abilities: {
        problem: () => self.problem,
        failingForMs: () => (self.problem === undefined ? 0 : timers.now() - self.failingFrom),
        stop: () => undefined,
      },
      assertHeld: async (_, { token }) => isOurs(token),
      report: (error) => self.reports.push(error),
    })
    leadership.start()
    return Object.assign(self, { leadership, status: () => leadership.state().status })
  }

  /** In steps, as each attempt takes a few turns of promises. */
  async function pass(ms: number) {
    for (let passed = 0; passed < ms; passed += 100) {
      await timers.advance(100)
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    }
  }
  return { timers, row, free, join, pass }
}

describe('leadership by a lease', () => {
  it('[LD-10] one process holds the pairs, the others stand by and know its address', async () => {
    const { join, pass } = setUp()
    const [one, two] = [join(), join()]
    one.leadership.announce('http://one:8080')
    await pass(60_000)
    expect([one.status(), two.status()]).toEqual(['leader', 'standby'])
    expect(one.leadership.state()).toMatchObject({ token: 1, since: expect.any(Number) })
    expect(two.leadership.state()).toEqual({
      status: 'standby',
      token: null,
      since: null,
      otherHolder: 'http://one:8080',
    })
  })

  it('[LD-11] a stopped leader is followed at once, a dead one when its lease is over, each under a higher token', async () => {
    const { join, pass } = setUp()
    const [one, two] = [join(), join()]
    await pass(3_000)
    await one.leadership.release()
    await pass(500)
    expect(two.leadership.state()).toMatchObject({ status: 'leader', token: 2 })
    const three = join()
    two.isCut = true
    await pass(LEASE_MS + 500)
    expect(three.leadership.state()).toMatchObject({ status: 'leader', token: 3 })
  })

  it('[LD-12] a leader that cannot renew is uncertain before another one can take over', async () => {
    const { join, pass, row, timers } = setUp()
    const one = join()
    const two = join()
    await pass(4_000)
    one.isCut = true
    const statuses = new Set<string>()
    for (let ms = 0; ms < 2 * LEASE_MS; ms += 100) {
      await pass(100)
      statuses.add(`${one.status()} ${two.status()}`)
      if (one.status() === 'leader') expect(row.expiresAt - timers.now()).toBeGreaterThanOrEqual(1_000)
    }
    expect([...statuses]).toEqual(['leader standby', 'uncertain standby', 'uncertain leader'])
    expect(one.reports).toHaveLength(1)
  })

  it('[LD-13] what waits for an uncertain leader goes on if nobody took over', async () => {
    const { join, pass } = setUp()
    const one = join()
    await pass(1_000)
    one.isCut = true
    await pass(20_000)
    let token: number | undefined
    void one.leadership.untilHeld().then((held) => (token = held))
    await pass(1_000)
    expect([one.status(), token]).toEqual(['uncertain', undefined])
    one.isCut = false
    await pass(500)
    expect([one.status(), token]).toEqual(['leader', 1])
  })

  it('[LD-14] a leader finds out that it is deposed, and never leads again', async () => {
    const { join, pass } = setUp()
    const one = join()
    const two = join()
    await pass(1_000)
    one.isCut = true
    await pass(LEASE_MS + 500)
    const waiting = isDeposed(one.leadership.untilHeld())
    one.isCut = false
    await pass(500)
    await one.leadership.whenDeposed
    await waiting
    await isDeposed(one.leadership.untilHeld())
    await two.leadership.release()
    await pass(LEASE_MS)
    expect([one.status(), two.status()]).toEqual(['deposed', 'standby'])
  })

  it('[LD-15] a transaction of a deposed leader is refused, and shows it that it is', async () => {
    const { join, pass } = setUp()
    const one = join()
    const two = join()
    await isDeposed(one.leadership.assertHeld(tx))
    await pass(1_000)
    await one.leadership.assertHeld(tx)
    await isDeposed(two.leadership.assertHeld(tx))
    one.isCut = true
    await pass(LEASE_MS + 500)
    await isDeposed(one.leadership.assertHeld(tx))
    await one.leadership.whenDeposed
    expect(one.status()).toBe('deposed')
  })

  it('[LD-11] what waits is refused while the process stops', async () => {
    const { join, pass } = setUp()
    const one = join()
    const two = join()
    await pass(1_000)
    const waiting = isDeposed(two.leadership.untilHeld())
    await two.leadership.release()
    await waiting
    expect(one.status()).toBe('leader')
  })

  it('[LD-2] a process with the embedded database always leads', async () => {
    const sole = createSoleLeadership(5)
    expect(await sole.untilHeld()).toBe(1)
    sole.depose()
    await sole.assertHeld(tx)
    expect(sole.state()).toMatchObject({ status: 'leader', since: 5 })
  })
})

describe('[LD-16] a leader that lacks what it needs', () => {
  const lack = (process: ReturnType<ReturnType<typeof setUp>['join']>, at: number) =>
    Object.assign(process, { problem: 'Redis', failingFrom: at })

  it('gives up to a process that has it, which leads within ten seconds of the failure', async () => {
    const { join, pass, timers } = setUp()
    const [one, two] = [join(), join()]
    await pass(61_000)
    lack(one, timers.now())
    await pass(4_500)
    expect(one.status()).toBe('leader')
    await pass(3_000)
    expect([one.status(), two.status()]).toEqual(['deposed', 'leader'])
    expect((await one.leadership.whenDeposed).message).toMatch(
      /^Redis does not respond to this process, but to another/,
    )
  })

  it('goes on while no other process has it either', async () => {
    const { join, pass, timers } = setUp()
    const [one, two] = [join(), join()]
    await pass(61_000)
    for (const each of [one, two]) lack(each, timers.now())
    await pass(60_000)
    expect([one.status(), two.status()]).toEqual(['leader', 'standby'])
  })

  it('goes on where an outage of all ends for another first', async () => {
    const { join, pass, timers } = setUp()
    const [one, two] = [join(), join()]
    await pass(61_000)
    // It notices later, and what it wanted before is seen for a while.
    lack(one, timers.now())
    await pass(2_500)
    lack(two, timers.now())
    await pass(20_000)
    two.problem = undefined
    await pass(12_000)
    one.problem = undefined
    await pass(30_000)
    expect([one.status(), two.status()]).toEqual(['leader', 'standby'])
  })

  it('keeps for half a minute what it has taken over, so that it is not handed around', async () => {
    const { join, pass, timers } = setUp()
    const one = join()
    join()
    await pass(1_000)
    lack(one, timers.now())
    await pass(27_000)
    expect(one.status()).toBe('leader')
    await pass(5_000)
    expect(one.status()).toBe('deposed')
  })

  it('leaves the lease for three seconds to those who could, and then takes it itself', async () => {
    const { join, pass, timers, row } = setUp()
    row.expiresAt = timers.now()
    const one = lack(join(), timers.now())
    await pass(2_500)
    expect(one.status()).toBe('standby')
    await pass(1_000)
    expect(one.status()).toBe('leader')
  })
})

describe('[LD-19] a leader beside a pair that nobody runs', () => {
  it('ends to take it up with its next start when nobody has for ten seconds', async () => {
    const { join, pass, free } = setUp()
    const one = join()
    await pass(40_000)
    free.unled = ['ETHUSD', 'XRPUSD']
    await pass(9_000)
    expect([one.status(), free.keptBy]).toEqual(['leader', undefined])
    await pass(4_000)
    expect([one.status(), free.keptBy]).toEqual(['deposed', 0])
    expect((await one.leadership.whenDeposed).message).toBe(
      'No process stands by for ETH/USD, XRP/USD, which this one runs when it is started again: it gives up the analysis',
    )
    const two = join()
    await pass(500)
    expect(two.status()).toBe('leader')
  })

  it('leaves others half a minute to start', async () => {
    const { join, pass, free } = setUp()
    free.unled = ['ETHUSD']
    const one = join()
    await pass(29_000)
    expect(one.status()).toBe('leader')
    await pass(3_000)
    expect(one.status()).toBe('deposed')
  })

  it('goes on where another process leads it in time, or is about to, or it lacks itself what a leader needs', async () => {
    const { join, pass, free } = setUp()
    const one = join()
    await pass(40_000)
    for (const unled of [['ETHUSD'], ['XRPUSD'], [], ['ETHUSD']] as const) {
      free.unled = [...unled]
      await pass(9_000)
    }
    one.problem = 'Redis'
    await pass(20_000)
    one.problem = undefined
    free.keptBy = 7
    await pass(20_000)
    expect(one.status()).toBe('leader')
  })
})
