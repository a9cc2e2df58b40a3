import { createServer, type Server, type AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSource } from '#server/market/source.ts'
import { MarketSettingsError, type MarketSettings } from '#server/market/settings.ts'
import { makeCandleFolder } from '#test/support/data/candle-files.ts'
import { startFakeKraken, type FakeKraken } from '#test/support/server/kraken.ts'
import { candleAt, createTestMarket, historyOf } from '#test/support/server/market.ts'

let kraken: FakeKraken
/** Takes connections and never says a word. */
let mute: Server
beforeEach(async () => {
  kraken = await startFakeKraken()
  mute = createServer()
  await new Promise<void>((done) => mute.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  await kraken.stop()
  mute.close()
})

const settings = (changes: Partial<MarketSettings> = {}): MarketSettings => ({
  market: 'auto',
  pairs: undefined,
  replay: undefined,
  replaySpeed: 1,
  seed: 1,
  krakenWs: kraken.ws,
  krakenRest: kraken.rest,
  ...changes,
})

describe('createSource', () => {
  it('[MK-57] auto uses Kraken if both interfaces respond, and leaves no connection open', async () => {
    const source = await createSource(settings(), createTestMarket().deps)
    expect([source.kind, source.label]).toEqual(['kraken', 'Live · Kraken'])
    await vi.waitFor(() => expect(kraken.open()).toBe(0))
  })

  it.each([
    ['the socket is refused', () => ({ krakenWs: 'ws://127.0.0.1:1' })],
    ['REST is refused', () => ({ krakenRest: 'http://127.0.0.1:1' })],
    ['there is no such host', () => ({ krakenWs: 'wss://kraken.invalid/v2', krakenRest: 'https://kraken.invalid' })],
  ])('[MK-57] auto uses the simulated market immediately when %s', async (_what, changes) => {
    const source = await createSource(settings(changes()), createTestMarket().deps)
    expect([source.kind, source.label]).toEqual(['simulated', 'Simulated'])
  })

  it('[MK-57] auto uses the simulated market when REST returns an error', async () => {
    kraken.restStatus = 503
    expect((await createSource(settings(), createTestMarket().deps)).kind).toBe('simulated')
  })

  it('[MK-57] auto uses the simulated market after 5 s without a response', async () => {
    const { deps, scheduler } = createTestMarket()
    const { port } = mute.address() as AddressInfo
    let kind: string | undefined
    async function choose(): Promise<void> {
      kind = (await createSource(settings({ krakenRest: `http://127.0.0.1:${port}` }), deps)).kind
    }
    const chosen = choose()
    await vi.waitFor(() => expect(kraken.connections()).toBe(1))
    scheduler.advance(4_999)
    await new Promise((done) => setImmediate(done))
    expect(kind).toBeUndefined()
    scheduler.advance(1)
    await chosen
    expect(kind).toBe('simulated')
  })

  it('uses the configured source, whatever responds', async () => {
    const { deps } = createTestMarket()
    expect((await createSource(settings({ market: 'simulated' }), deps)).kind).toBe('simulated')
    expect((await createSource(settings({ market: 'kraken', krakenWs: 'ws://127.0.0.1:1' }), deps)).kind).toBe('kraken')
    expect(kraken.connections()).toBe(0)
  })

  it('[MK-20] passes the seed to the simulated market', async () => {
    const { deps } = createTestMarket()
    const pasts = [1, 1, 2].map(async (seed) =>
      historyOf(await createSource(settings({ market: 'simulated', seed }), deps), 'BTCUSD', 'M1', 10),
    )
    const [one, again, two] = await Promise.all(pasts)
    expect(again).toEqual(one)
    expect(two).not.toEqual(one)
  })

  it("[MK-70] pairs that are named are the market's, if Kraken lists them", async () => {
    kraken.listed = ['XBTUSD', 'SOLUSD']
    const { deps, warnings } = createTestMarket()
    const open = (changes: Partial<MarketSettings>) => createSource(settings({ market: 'kraken', ...changes }), deps)
    expect((await open({ pairs: ['SOLUSD', 'BTCUSD'] })).pairs).toEqual(['SOLUSD', 'BTCUSD'])
    await expect(open({ pairs: ['BTCUSD', 'ADAUSD', 'XRPUSD'] })).rejects.toThrow(
      new MarketSettingsError('PAIRBOT_PAIRS: Kraken does not list ADA/USD, XRP/USD'),
    )
    expect((await open({})).pairs).toEqual(['BTCUSD', 'ETHUSD', 'XRPUSD'])
    expect(warnings).toEqual([])

    const unreachable = { krakenRest: 'http://127.0.0.1:1' }
    expect((await open({ pairs: ['ADAUSD'], ...unreachable })).pairs).toEqual(['ADAUSD'])
    expect(warnings).toEqual(["kraken: the pairs could not be checked against Kraken's list"])
    expect((await open({ market: 'simulated', pairs: ['DOGEUSD'] })).pairs).toEqual(['DOGEUSD'])
  })

  it('[MK-33] [MK-35] opens a replay and logs skipped rows and files', async () => {
    const folder = await makeCandleFolder()
    const { deps, warnings } = createTestMarket()
    const rows = Array.from({ length: 60 }, (_, minute) => candleAt(minute))
    const replay = await folder.write('BTCUSD-1.csv.gz', [...rows.slice(0, 9), 'x', ...rows.slice(10)])
    const source = await createSource(settings({ market: 'replay', replay, replaySpeed: 60 }), deps)
    expect([source.label, source.clock.speed, source.notices]).toEqual([
      'Replay · BTCUSD-1.csv.gz',
      60,
      ['BTCUSD-1.csv.gz:11: has 1 fields instead of 6'],
    ])
    expect(warnings).toEqual(['replay: BTCUSD-1.csv.gz:11: has 1 fields instead of 6'])
    await expect(createSource(settings({ market: 'replay', replay, pairs: ['ETHUSD'] }), deps)).rejects.toThrow(
      'PAIRBOT_PAIRS: the recording has none of ETHUSD',
    )
    await folder.remove()
    await expect(createSource(settings({ market: 'replay', replay }), deps)).rejects.toThrow(MarketSettingsError)
    await expect(createSource(settings({ market: 'replay' }), deps)).rejects.toThrow(
      'PAIRBOT_REPLAY: a replay needs a candle file or a folder',
    )
  })
})
