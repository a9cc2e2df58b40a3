import { describe, expect, it } from 'vitest'
import { Observable } from 'rxjs'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { CandleArchive, MarketEvent, MarketService } from '#server/market/ports.ts'
import { createMarketService } from '#server/market/service.ts'
import { candleAt, createFakeSource, createTestMarket, minuteEvent, T0_S } from '#test/support/server/market.ts'

const minutesUntil = (until: number, count = until) =>
  Array.from({ length: count }, (_, index) => candleAt(until - count + index))

function listen(service: MarketService): MarketEvent[] {
  const events: MarketEvent[] = []
  service.events$.subscribe((event) => events.push(event))
  return events
}

const closedTimes = (events: readonly MarketEvent[]) =>
  events.flatMap((event) => (event.kind === 'closed' ? [(event.candle.timestamp - T0_S) / 60] : []))

/** Lets promises that are already due settle, and what they cause. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((done) => setImmediate(done))
}

/** A harness 100 minutes into the day with a service on a fake source. */
function setUp(options: Parameters<typeof createFakeSource>[1] = {}, archive?: CandleArchive) {
  const harness = createTestMarket((T0_S + 100 * 60) * 1000)
  const source = createFakeSource(harness, {
    history: (_pair, timeframe) => Promise.resolve([timeframe === 'M1' ? minutesUntil(100) : []]),
    ...options,
  })
  const service = createMarketService(source, harness.deps, archive)
  return { ...harness, source, service, events: listen(service) }
}

function createFakeArchive(stored: Candle[] = []) {
  const appended: (readonly Candle[])[] = []
  const prunedBefore: number[] = []
  const archive: CandleArchive & { fails: boolean; meanwhile: (() => void) | undefined } = {
    fails: false,
    /** Called while something is being written. */
    meanwhile: undefined,
    prune(beforeS) {
      prunedBefore.push(beforeS)
      return archive.fails ? Promise.reject(new Error('disk full')) : Promise.resolve()
    },
    load: (_pair, sinceS) => Promise.resolve(stored.filter(({ timestamp }) => timestamp >= sinceS)),
    between: () => Promise.resolve([]),
    extent: () => Promise.resolve(undefined),
    append(_pair, candles) {
      archive.meanwhile?.()
      if (archive.fails) return Promise.reject(new Error('disk full'))
      appended.push(candles)
      return Promise.resolve()
    },
  }
  return { archive, appended, prunedBefore }
}

describe('market service', () => {
  it('[MK-10] loads the history before publishing live events, and loses none received meanwhile', async () => {
    let release: (parts: Candle[][]) => void = () => undefined
    const past = new Promise<Candle[][]>((done) => (release = done))
    const { source, service, events } = setUp({
      history: (_pair, timeframe) => (timeframe === 'M1' ? past : Promise.resolve([])),
    })
    const started = service.start()
    source.feed().next(minuteEvent('closed', candleAt(98)))
    source.feed().next(minuteEvent('closed', candleAt(99)))
    source.feed().next(minuteEvent('closed', candleAt(100)))
    source.feed().next(minuteEvent('partial', candleAt(101)))
    expect(events).toEqual([])
    release([minutesUntil(100)])
    await started
    expect(events.slice(0, 3).map(({ kind }) => kind)).toEqual(['history', 'closed', 'partial'])
    expect(closedTimes(events)).toEqual([100])
    expect(service.store.recent('BTCUSD', 'M1', 9e9).candles).toEqual([...minutesUntil(101), candleAt(101)])
    expect(service.store.refused('BTCUSD')).toMatchObject({ duplicate: 0, 'out-of-order': 0 })
  })

  it('[MK-10] closes a minute that ends while the history is loading, in its final state', async () => {
    let release: (parts: Candle[][]) => void = () => undefined
    const past = new Promise<Candle[][]>((done) => (release = done))
    const { source, service, events } = setUp({
      history: (_pair, timeframe) => (timeframe === 'M1' ? past : Promise.resolve([])),
    })
    const started = service.start()
    const [begun, ended] = [candleAt(100, 100, { volume: 0.5 }), candleAt(100, 100, { high: 140, volume: 3 })]
    source.feed().next(minuteEvent('partial', begun))
    source.feed().next(minuteEvent('partial', ended))
    source.feed().next(minuteEvent('closed', ended))
    source.feed().next(minuteEvent('partial', candleAt(101)))
    release([minutesUntil(100)])
    await started
    expect(service.store.recent('BTCUSD', 'M1', 3)).toEqual({
      candles: [candleAt(99), ended, candleAt(101)],
      lastIsComplete: false,
    })
    expect(closedTimes(events)).toEqual([100])
    expect(service.store.refused('BTCUSD')).toMatchObject({ duplicate: 0, 'out-of-order': 0 })
  })

  it('[MK-3] sends each minute with the roll-ups it touched', async () => {
    const { source, service, events } = setUp()
    await service.start()
    source.feed().next(minuteEvent('closed', candleAt(100)))
    const event = events.at(-1)
    expect(event).toMatchObject(minuteEvent('closed', candleAt(100)))
    expect(event && 'rollups' in event && event.rollups.map(({ timeframe, closed }) => [timeframe, closed])).toEqual([
      ['M5', false],
      ['M15', false],
      ['M30', false],
      ['H1', false],
      ['H4', false],
      ['D1', false],
    ])
  })

  it('[MK-2] does not publish refused minutes and logs only the first of each kind', async () => {
    const { source, service, events, warnings } = setUp()
    await service.start()
    const before = events.length
    for (let time = 0; time < 5; time += 1) source.feed().next(minuteEvent('closed', candleAt(3)))
    expect(events).toHaveLength(before)
    expect(service.store.refused('BTCUSD')['out-of-order']).toBe(5)
    expect(warnings).toEqual(['minute refused'])
  })

  it('[MK-12] describes its issues and recovers when the last one is resolved', async () => {
    const { source, service, events } = setUp()
    await service.start()
    source.feed().next({ kind: 'degraded', reason: 'Kraken is in maintenance.' })
    expect(service.describe()).toEqual({
      kind: 'simulated',
      label: 'Simulated',
      degraded: 'Kraken is in maintenance.',
      now: (T0_S + 6_000) * 1000,
      speed: 1,
      pairs: ['BTCUSD'],
    })
    source.feed().next({ kind: 'recovered' })
    expect(service.describe()).not.toHaveProperty('degraded')
    expect(events.slice(-2)).toEqual([{ kind: 'degraded', reason: 'Kraken is in maintenance.' }, { kind: 'recovered' }])
  })

  it('[MK-11] restarts a source that throws, with backoff, and reports it', async () => {
    const { source, service, events, scheduler } = setUp()
    await service.start()
    source.feed().error(new Error('boom'))
    expect(events.at(-1)).toEqual({
      kind: 'degraded',
      reason: 'The simulated feed failed and is being restarted: boom.',
    })
    scheduler.advance(999)
    expect(source.subscriptions()).toBe(1)
    scheduler.advance(1)
    expect(source.subscriptions()).toBe(2)
    source.feed().complete()
    scheduler.advance(1_999)
    expect(source.subscriptions()).toBe(2)
    scheduler.advance(1)
    expect(source.subscriptions()).toBe(3)
    source.feed().next(minuteEvent('closed', candleAt(100)))
    expect(events.slice(-2).map(({ kind }) => kind)).toEqual(['recovered', 'closed'])
    source.feed().error(new Error('boom'))
    scheduler.advance(1_000)
    expect(source.subscriptions()).toBe(4)
  })

  it('[MK-11] survives a source whose subscription throws at once', async () => {
    let attempts = 0
    const { service, scheduler } = setUp()
    const source = createFakeSource(createTestMarket())
    const broken = {
      ...source,
      events$: new Observable<never>(() => {
        attempts += 1
        throw new Error('no such host')
      }),
    }
    const other = createMarketService(broken, createTestMarket().deps)
    await Promise.all([other.start(), service.start()])
    expect(attempts).toBe(1)
    expect(other.describe().degraded).toBe('The simulated feed failed and is being restarted: no such host.')
    scheduler.advance(0)
  })

  it('[MK-13] goes live without history if loading fails, retries, and emits an event when it arrives', async () => {
    let failures = 2
    const { source, service, events, scheduler } = setUp({
      history: (_pair, timeframe) =>
        timeframe === 'M1' && failures-- > 0
          ? Promise.reject(new Error('HTTP 520'))
          : Promise.resolve([timeframe === 'M1' ? minutesUntil(100) : []]),
    })
    const started = service.start()
    await settle()
    scheduler.advance(5_000)
    await settle()
    source.feed().next(minuteEvent('closed', candleAt(100)))
    expect(closedTimes(events)).toEqual([100])
    scheduler.advance(2_000)
    await started
    expect(service.describe().degraded).toBe('No M1 history for BTC/USD: HTTP 520.')
    expect(service.store.count('BTCUSD', 'M1')).toBe(1)
    scheduler.advance(8_000)
    await settle()
    expect(events.filter(({ kind }) => kind === 'history')).toContainEqual({
      kind: 'history',
      pair: 'BTCUSD',
      timeframe: 'M1',
    })
    expect(service.describe()).not.toHaveProperty('degraded')
    expect(service.store.recent('BTCUSD', 'M1', 999).candles).toEqual(minutesUntil(101))
  })

  it('[MK-14] reads the archive, then the source, and archives new minutes in batches', async () => {
    const { archive, appended } = createFakeArchive(minutesUntil(95, 40))
    const { source, service, scheduler } = setUp(
      { history: (_pair, timeframe) => Promise.resolve([timeframe === 'M1' ? minutesUntil(100, 10) : []]) },
      archive,
    )
    await service.start()
    expect(service.store.recent('BTCUSD', 'M1', 999).candles).toEqual(minutesUntil(100, 45))
    source.feed().next(minuteEvent('closed', candleAt(100)))
    source.feed().next(minuteEvent('partial', candleAt(101)))
    scheduler.advance(15_000)
    await settle()
    expect(appended).toEqual([[...minutesUntil(100, 10), candleAt(100)]])
  })

  it('[MK-17] does not wait for longer candles where minutes are archived', async () => {
    const history = (_pair: PairId, timeframe: Timeframe) =>
      timeframe === 'M1' ? Promise.resolve([minutesUntil(100, 5)]) : new Promise<Candle[][]>(() => undefined)
    const isStarted = async (archived: Candle[]) => {
      const { service } = setUp({ history }, createFakeArchive(archived).archive)
      const started = service.start().then(() => true)
      await settle()
      return Promise.race([started, Promise.resolve(false)])
    }
    expect([await isStarted(minutesUntil(95, 40)), await isStarted([])]).toEqual([true, false])
  })

  it('[MK-14] reports a failed archive write and retries it', async () => {
    const { archive, appended } = createFakeArchive()
    const { source, service, scheduler } = setUp({ history: () => Promise.resolve([]) }, archive)
    await service.start()
    archive.fails = true
    source.feed().next(minuteEvent('closed', candleAt(100)))
    scheduler.advance(15_000)
    await settle()
    expect(service.describe().degraded).toBe('Candles are not being archived: disk full.')
    archive.fails = false
    source.feed().next(minuteEvent('closed', candleAt(101)))
    await service.stop()
    expect(appended).toEqual([[candleAt(100), candleAt(101)]])
  })

  it('[MK-14] queues a week of minutes that cannot be archived, dropping the oldest', async () => {
    const { archive, appended } = createFakeArchive()
    const past = minutesUntil(100, 10_090)
    const history = (_pair: string, timeframe: string) => Promise.resolve([timeframe === 'M1' ? past : []])
    const { source, service, scheduler } = setUp({ history }, archive)
    await service.start()
    archive.meanwhile = () => {
      archive.meanwhile = undefined
      source.feed().next(minuteEvent('closed', candleAt(100)))
    }
    archive.fails = true
    scheduler.advance(15_000)
    await settle()
    archive.fails = false
    await service.stop()
    expect(appended).toEqual([[...past, candleAt(100)].slice(-10_080)])
  })

  it('[MK-15] prunes candles older than a year at the start and daily, and continues if that fails', async () => {
    const { archive, prunedBefore } = createFakeArchive()
    const { service, scheduler, warnings } = setUp({ history: () => Promise.resolve([]) }, archive)
    await service.start()
    scheduler.advance(0)
    archive.fails = true
    scheduler.advance(86_400_000)
    await settle()
    const now = T0_S + 100 * 60
    expect(prunedBefore).toEqual([now - 365 * 86_400, now - 364 * 86_400])
    expect(warnings).toEqual(['candle archive: pruning failed'])
    expect(service.describe()).not.toHaveProperty('degraded')
  })

  it('[MK-16] logs minutes missed while the server was down for longer than the source remembers', async () => {
    const { archive } = createFakeArchive(minutesUntil(40, 40))
    const history = (_pair: string, timeframe: string) =>
      Promise.resolve([timeframe === 'M1' ? minutesUntil(100, 30) : []])
    const { service, warnings } = setUp({ history }, archive)
    await service.start()
    expect(warnings).toEqual(['minutes are lost: they passed while the server was down'])
    expect(service.store.recent('BTCUSD', 'M1', 999).candles).toEqual([
      ...minutesUntil(40, 40),
      ...minutesUntil(100, 30),
    ])
  })

  it('continues without an unreadable archive', async () => {
    const { archive } = createFakeArchive()
    archive.load = () => Promise.reject(new Error('no table'))
    const { service } = setUp({}, archive)
    await service.start()
    expect(service.describe().degraded).toBe('Archived candles of BTCUSD could not be read: no table.')
    expect(service.store.count('BTCUSD', 'M1')).toBe(100)
  })

  it('ends the feed when stopped', async () => {
    const { source, service, events, scheduler } = setUp()
    await service.start()
    const feed = source.feed()
    await service.stop()
    feed.next(minuteEvent('closed', candleAt(100)))
    scheduler.advance(60_000)
    expect(closedTimes(events)).toEqual([])
    expect(feed.observed).toBe(false)
  })
})
