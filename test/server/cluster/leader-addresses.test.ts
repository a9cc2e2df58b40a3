import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import { followLeaders, type KnownMarket } from '#server/cluster/leader-addresses.ts'
import type { Holder } from '#server/cluster/leadership/postgresql.ts'

const settle = (): Promise<void> => new Promise((done) => setImmediate(done))

const holder = (pair: PairId, address: string | null, market: MarketKind = 'kraken'): Holder => ({
  market,
  pair,
  address,
  token: 1,
})

async function follow(holders: readonly Holder[], market: KnownMarket) {
  const leaders = followLeaders(
    async () => holders,
    () => market,
    () => undefined,
    new Subject(),
  )
  await settle()
  return leaders
}

describe("the leaders' addresses", () => {
  it('[RL-24] are looked up from time to time and when asked, and stay as they were when a look fails', async () => {
    const ticks$ = new Subject<void>()
    const errors: unknown[] = []
    let answer: () => Promise<readonly Holder[]> = async () => []
    const leaders = followLeaders(
      () => answer(),
      () => ({ kind: 'kraken', pairs: [] }),
      (error) => errors.push(error),
      ticks$,
    )
    await settle()
    expect(leaders.of(undefined)).toBeUndefined()
    answer = async () => [holder('BTCUSD', 'http://one')]
    ticks$.next()
    await settle()
    expect(leaders.of(undefined)).toBe('http://one')
    answer = () => Promise.reject(new Error('away'))
    ticks$.next()
    await settle()
    expect([leaders.of(undefined), errors.length]).toEqual(['http://one', 1])
    answer = async () => [holder('BTCUSD', 'http://two')]
    leaders.look()
    await settle()
    expect(leaders.of(undefined)).toBe('http://two')
    answer = async () => []
    ticks$.next()
    await settle()
    expect(leaders.of(undefined)).toBeUndefined()
    leaders.stop()
    expect(ticks$.observed).toBe(false)
  })

  it('[RL-25] are those of the pair, and without one that of the first pair', async () => {
    const leaders = await follow([holder('XRPUSD', 'http://xrp'), holder('ETHUSD', 'http://eth')], {
      kind: 'kraken',
      pairs: ['ETHUSD', 'XRPUSD'],
    })
    expect(leaders.of('ETHUSD')).toBe('http://eth')
    expect(leaders.of('XRPUSD')).toBe('http://xrp')
    expect(leaders.of(undefined)).toBe('http://eth')
  })

  it('[RL-25] have none for a pair that is being taken over, also if it is the first', async () => {
    const market = { kind: 'kraken', pairs: ['BTCUSD', 'ETHUSD'] } as const
    const leaders = await follow([holder('ETHUSD', 'http://eth')], market)
    expect([leaders.of('BTCUSD'), leaders.of(undefined)]).toEqual([undefined, undefined])
    expect(leaders.of('ETHUSD')).toBe('http://eth')
    const starting = await follow([holder('BTCUSD', null), holder('ETHUSD', 'http://eth')], market)
    expect(starting.of('BTCUSD')).toBeUndefined()
  })

  it('[RL-25] have the first for a pair that no process runs', async () => {
    const leaders = await follow([holder('BTCUSD', 'http://btc')], { kind: 'kraken', pairs: ['BTCUSD'] })
    expect(leaders.of('LTCUSD')).toBe('http://btc')
  })

  it('[RL-12] are of the market that the gateway shows, where it knows it', async () => {
    const holders = [holder('BTCUSD', 'http://real'), holder('BTCUSD', 'http://replay', 'replay')]
    expect((await follow(holders, { kind: 'replay', pairs: ['BTCUSD'] })).of('BTCUSD')).toBe('http://replay')
    expect((await follow(holders, { kind: 'simulated', pairs: [] })).of('BTCUSD')).toBe('http://real')
  })
})
