import { Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { LiveUpdate, ServerMessage } from '#contract/messages.ts'
import type { Market } from '#contract/provenance.ts'
import { LEADER_STREAM, type LeaderScope, type RelayEvent, type RelayKind } from '#server/cluster/relay/ports.ts'
import {
  createRemoteMarket,
  LEADER_GONE_MS,
  LEADER_MISSING_MS,
  NO_LEADER,
} from '#server/cluster/relay/remote-market.ts'
import { relayedCandle, relayedLeader } from '#test/support/server/relay.ts'

const M1 = 'tdp:kraken:BTCUSD:processed_candles:m1'
const M5 = 'tdp:kraken:BTCUSD:processed_candles:m5'

function setUp() {
  const events = new Subject<RelayEvent>()
  const errors: unknown[] = []
  const published: string[] = []
  const kinds: string[] = []
  const state = { now: 1_000_000, problem: undefined as string | undefined }
  const market = createRemoteMarket({
    reader: { events$: events, problem: () => state.problem },
    now: () => state.now,
    expectedKind: 'kraken',
    report: (error) => errors.push(error),
  })
  market.feed.publications$.subscribe(({ stream, delivery, message }) =>
    published.push(`${stream} ${delivery} ${message.message_id}`),
  )
  market.kind$.subscribe((kind) => kinds.push(kind))
  const scopes = new Map<string, LeaderScope>()
  function begin(epoch: string, { market: kind = 'simulated', pairs = ['BTCUSD'] }: Partial<LeaderScope> = {}) {
    scopes.set(epoch, { market: kind, pairs })
    events.next({ kind: 'began', epoch, scope: { market: kind, pairs } })
  }
  /** Of a leader of BTC/USD, if no other has begun. */
  function row(stream: string, kind: RelayKind, message: object, epoch = 'e1') {
    if (!scopes.has(epoch)) begin(epoch)
    events.next({ kind: 'row', epoch, row: { stream, kind, text: JSON.stringify(message) } })
  }
  return {
    market,
    state,
    errors,
    published,
    kinds,
    begin,
    row,
    raw: (text: string) => events.next({ kind: 'row', epoch: 'e1', row: { stream: M1, kind: 'newest', text } }),
    startOver: (epoch: string, newest: Readonly<Record<string, object>>, kind: Market['kind'] = 'simulated') =>
      events.next({
        kind: 'newest',
        leaders: [
          {
            epoch,
            scope: { market: kind, pairs: ['BTCUSD'] },
            newest: new Map(Object.entries(newest).map(([stream, message]) => [stream, JSON.stringify(message)])),
          },
        ],
      }),
  }
}

const idsOf = (messages: readonly ServerMessage[]) => messages.map(({ message_id: id }) => id)

describe("the leader's market at a gateway", () => {
  it('[RL-1] is published as the leader wrote it, to the last byte', () => {
    const { market, row } = setUp()
    const messages: LiveUpdate[] = []
    market.feed.publications$.subscribe(({ message }) => message.type === 'LiveUpdate' && messages.push(message))
    const sent = relayedCandle({ id: '5-1', seq: 3, closed: true })
    row(M1, 'closed', sent)
    expect(JSON.stringify(messages[0])).toBe(JSON.stringify(sent))
  })

  it('[RL-1] closed candles are lossless, running ones are not, and each timeframe has its own', () => {
    const { market, published, row } = setUp()
    const longer: string[] = []
    market.feed
      .rollups('M5')
      .publications$.subscribe(({ delivery, message }) => longer.push(`${delivery} ${message.message_id}`))
    row(M1, 'newest', relayedCandle({ id: '1-1', seq: 0 }))
    row(M1, 'closed', relayedCandle({ id: '1-2', seq: 1, closed: true }))
    row(M5, 'newest', relayedCandle({ id: '1-3', seq: 0, timeframe: '5m' }))
    expect(published).toEqual([`${M1} latest 1-1`, `${M1} lossless 1-2`])
    expect(longer).toEqual(['latest 1-3'])
    expect(idsOf(market.feed.snapshot())).toEqual(['1-2'])
    expect(idsOf(market.feed.rollups('M5').snapshot())).toEqual(['1-3'])
    expect(market.feed.rollups('H1').snapshot()).toEqual([])
    expect(market.feed.streams()).toEqual({ [M1]: { length: 1, last_message_id: '1-2' } })
  })

  it('[RL-2] is complete after a start', () => {
    const { market, startOver, kinds } = setUp()
    const streams = { [M1]: { length: 7, last_message_id: '1-7' } }
    startOver('e1', { [M1]: relayedCandle({ id: '2-9', seq: 7 }), [LEADER_STREAM]: relayedLeader({ streams }) })
    expect(idsOf(market.feed.snapshot())).toEqual(['2-9'])
    expect(market.feed.streams()).toEqual(streams)
    expect(market.lastSeen('BTCUSD')).toEqual({ exchangeTime: 999_000, receivedAt: 999_500 })
    expect(market.lastSeen('ETHUSD')).toBeUndefined()
    expect(kinds).toEqual(['simulated'])
  })

  it('[RL-3] starts over with what is new, and under another epoch with everything', () => {
    const { published, startOver, row } = setUp()
    row(M1, 'newest', relayedCandle({ id: '1-1', seq: 0 }))
    startOver('e1', { [M1]: relayedCandle({ id: '1-1', seq: 0 }) })
    expect(published).toHaveLength(1)
    startOver('e1', { [M1]: relayedCandle({ id: '1-1', seq: 0 }) })
    startOver('e1', { [M1]: relayedCandle({ id: '1-5', seq: 3, closed: true }) })
    startOver('e2', { [M1]: relayedCandle({ id: '1-5', seq: 3, closed: true }) })
    expect(published.slice(1)).toEqual([`${M1} lossless 1-5`, `${M1} lossless 1-5`])
  })

  it('[RL-10] is degraded once the leader has not been seen for three seconds, and its clock runs on', () => {
    const { market, state, row, startOver } = setUp()
    startOver('e1', { [LEADER_STREAM]: relayedLeader({ at: state.now, marketNow: 500, speed: 60 }) })
    expect(market.describe()).toMatchObject({ label: 'Simulated', now: 500, pairs: ['BTCUSD'] })
    expect(market.describe().degraded).toBeUndefined()
    state.now += LEADER_MISSING_MS + 1
    expect(market.describe()).toMatchObject({ degraded: NO_LEADER, now: 500 + 60 * (LEADER_MISSING_MS + 1) })
    row(M1, 'newest', relayedCandle({ id: '1-1', seq: 0 }))
    expect(market.describe().degraded).toBeUndefined()
    state.problem = 'the connection was lost'
    expect(market.describe().degraded).toBe('Live prices are interrupted: the connection was lost.')
  })

  it("has the leader's own reason for being degraded", () => {
    const { market, state, row } = setUp()
    row(LEADER_STREAM, 'newest', relayedLeader({ at: state.now, degraded: 'Kraken is silent.' }))
    expect(market.describe().degraded).toBe('Kraken is silent.')
  })

  it('[RL-11] has no pairs before there was a leader, and says why', () => {
    const { market } = setUp()
    expect(market.describe()).toMatchObject<Partial<Market>>({
      kind: 'kraken',
      pairs: [],
      degraded: expect.stringContaining('No process runs the analysis yet') as string,
    })
  })

  it('[RL-12] emits the kind of the market when it changes', () => {
    const { begin, kinds, market, row } = setUp()
    row(LEADER_STREAM, 'newest', relayedLeader({}))
    begin('e2', { pairs: ['ETHUSD'] })
    begin('e3', { market: 'kraken', pairs: ['XRPUSD'] })
    row(LEADER_STREAM, 'newest', relayedLeader({ kind: 'kraken', pairs: ['XRPUSD'] }), 'e3')
    expect(kinds).toEqual(['simulated', 'kraken'])
    expect(market.describe()).toMatchObject({ kind: 'kraken', pairs: ['XRPUSD'] })
  })

  it('reports what it cannot read, and goes on', () => {
    const { begin, errors, published, raw, row } = setUp()
    begin('e1')
    raw('{"type":"LiveUpdate"}')
    raw('no JSON')
    row(M1, 'newest', relayedCandle({ id: '1-1', seq: 0 }))
    expect(errors).toHaveLength(2)
    expect(published).toHaveLength(1)
  })

  describe('of two leaders with pairs of their own', () => {
    const ETH = 'tdp:kraken:ETHUSD:processed_candles:m1'
    const overviewOf = (pair: string) => ({
      type: 'MarketOverview',
      timestamp: 1_000,
      data: {
        pairs: [
          {
            trading_pair: pair,
            last: 1,
            covered_seconds: 60,
            open_24h: 1,
            change_24h_pct: null,
            high_24h: 1,
            low_24h: 1,
            volume_24h: 1,
          },
        ],
      },
    })

    function setUpTwo() {
      const given = setUp()
      const { begin, row, state } = given
      begin('eth', { pairs: ['ETHUSD'] })
      row(LEADER_STREAM, 'newest', relayedLeader({ at: state.now, pairs: ['ETHUSD'] }), 'eth')
      begin('btc')
      row(LEADER_STREAM, 'newest', relayedLeader({ at: state.now }), 'btc')
      row(M1, 'closed', relayedCandle({ id: '1-1', seq: 4, closed: true }), 'btc')
      row(ETH, 'closed', relayedCandle({ id: '9-1', seq: 2, closed: true, pair: 'ETHUSD', epoch: 'e2' }), 'eth')
      return given
    }

    it('[RL-8] is one market, with the pairs, candles and streams of both', () => {
      const { market, published } = setUpTwo()
      expect(market.describe()).toMatchObject({ pairs: ['BTCUSD', 'ETHUSD'], label: 'Simulated' })
      expect(market.describe().degraded).toBeUndefined()
      expect(published).toEqual([`${M1} lossless 1-1`, `${ETH} lossless 9-1`])
      expect(idsOf(market.feed.snapshot())).toEqual(['1-1', '9-1'])
      expect(market.feed.streams()).toEqual({
        [M1]: { length: 4, last_message_id: '1-1' },
        [ETH]: { length: 2, last_message_id: '9-1' },
      })
      expect(market.lastSeen('ETHUSD')).toBeDefined()
    })

    it('[RL-8] has one overview of the pairs of both', () => {
      const { market, row } = setUpTwo()
      const overviews: unknown[] = []
      market.feed.publications$.subscribe(({ message }) => message.type === 'MarketOverview' && overviews.push(message))
      row('overview', 'newest', overviewOf('BTC/USD'), 'btc')
      row('overview', 'newest', overviewOf('ETH/USD'), 'eth')
      expect(overviews).toMatchObject([
        { data: { pairs: [{ trading_pair: 'BTC/USD' }] } },
        { data: { pairs: [{ trading_pair: 'BTC/USD' }, { trading_pair: 'ETH/USD' }] } },
      ])
      expect(market.feed.snapshot().filter(({ type }) => type === 'MarketOverview')).toEqual([overviews[1]])
    })

    it('[RL-10] names the pairs whose leader is missing, and forgets them when it is gone for good', () => {
      const { market, row, state } = setUpTwo()
      const seeBtc = () => row(LEADER_STREAM, 'newest', relayedLeader({ at: state.now }), 'btc')
      state.now += LEADER_MISSING_MS + 1
      expect(market.describe().degraded).toBe(NO_LEADER)
      seeBtc()
      expect(market.describe()).toMatchObject({
        pairs: ['BTCUSD', 'ETHUSD'],
        degraded: expect.stringContaining('The process that runs the analysis of ETH/USD does not respond') as string,
      })
      state.now += LEADER_GONE_MS
      expect(market.describe()).toMatchObject({ pairs: ['BTCUSD', 'ETHUSD'], degraded: NO_LEADER })
      seeBtc()
      expect(market.describe().pairs).toEqual(['BTCUSD'])
      expect(market.describe().degraded).toBeUndefined()
      expect(idsOf(market.feed.snapshot())).toEqual(['1-1'])
    })

    it('[RL-4] pairs that a new leader does not take over are those of a process that does not respond, until they have one', () => {
      const { begin, market, row, startOver, state } = setUp()
      begin('both', { pairs: ['BTCUSD', 'ETHUSD'] })
      row(ETH, 'closed', relayedCandle({ id: '9-1', seq: 2, closed: true, pair: 'ETHUSD' }), 'both')
      begin('btc')
      const seeBtc = () => row(LEADER_STREAM, 'newest', relayedLeader({ at: state.now }), 'btc')
      seeBtc()
      expect(market.describe().pairs).toEqual(['BTCUSD', 'ETHUSD'])
      expect(market.feed.snapshot()).toEqual([])
      state.now += LEADER_MISSING_MS + 1
      seeBtc()
      expect(market.describe().degraded).toContain('the analysis of ETH/USD does not respond')
      begin('eth', { pairs: ['ETHUSD'] })
      expect(market.describe().pairs).toEqual(['BTCUSD', 'ETHUSD'])
      expect(market.describe().degraded).toBeUndefined()
      startOver('left', {})
      begin('eth-2', { pairs: ['ETHUSD'] })
      row(LEADER_STREAM, 'newest', relayedLeader({ at: state.now, pairs: ['ETHUSD'] }), 'eth-2')
      expect(market.describe().pairs).toEqual(['BTCUSD', 'ETHUSD'])
    })

    it('[RL-4] a new leader replaces the one whose pair it has, and what that still publishes is dropped', () => {
      const { begin, market, published, row, state } = setUpTwo()
      begin('eth-2', { pairs: ['ETHUSD'] })
      row(LEADER_STREAM, 'newest', relayedLeader({ at: state.now, pairs: ['ETHUSD'] }), 'eth-2')
      row(ETH, 'closed', relayedCandle({ id: '9-2', seq: 3, closed: true, pair: 'ETHUSD' }), 'eth')
      expect(published).toHaveLength(2)
      expect(idsOf(market.feed.snapshot())).toEqual(['1-1'])
      expect(market.describe()).toMatchObject({ pairs: ['BTCUSD', 'ETHUSD'] })
    })
  })
})
