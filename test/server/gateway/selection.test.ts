import { EMPTY, Subject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { ServerMessage } from '#contract/messages.ts'
import type { Timeframe } from '#contract/timeframes.ts'
import type { EndpointDeps, Publication } from '#server/gateway/ports.ts'
import { toSelection } from '#server/gateway/protocol/selection.ts'
import { aLiveUpdate } from '#test/support/data/messages.ts'
import { connectClient, startGateway, type TestClient } from '#test/support/server/gateway.ts'

const ack = ({ messages }: TestClient) => messages()[0]?.connection_id ?? ''
const candle = (label: string, timeframe = '1m'): ServerMessage =>
  aLiveUpdate({ trading_pair: label }, { trading_pair: label, timeframe })
const subjects = ({ messages }: TestClient) =>
  messages()
    .slice(1)
    .map(({ trading_pair, timeframe }) => [trading_pair, timeframe].join(' '))

/** A gateway whose snapshot has the one-minute candle of two pairs, and candles of an hour on request. */
async function setUp() {
  const hourly = new Subject<Publication>()
  const asked: Timeframe[] = []
  const rollups: EndpointDeps['rollups'] = (timeframe) => {
    asked.push(timeframe)
    return {
      publications$: timeframe === 'H1' ? hourly : EMPTY,
      snapshot: () => [candle('BTC/USD', '1h'), candle('ETH/USD', '1h')],
    }
  }
  const gateway = await startGateway({
    endpoint: { snapshot: () => [candle('BTC/USD'), candle('ETH/USD')], rollups },
  })
  const connect = (query: string) => connectClient(`${gateway.url}/ws/tdp?token=user:session&${query}`)
  const publish = (message: ServerMessage) =>
    gateway.publications$.next({ stream: message.trading_pair ?? 'all', delivery: 'lossless', message })
  return { gateway, hourly, asked, connect, publish }
}

describe('[GW-26] a selection', () => {
  it('in the address: the snapshot and what follows are of these pairs and this timeframe', async () => {
    const { gateway, hourly, connect, publish } = await setUp()
    await using _ = gateway
    const minutes = connect('pairs=ETHUSD')
    const hours = connect('pairs=BTCUSD,nonsense&timeframe=1h')
    const everything = connect('')
    await Promise.all([minutes.received(2), hours.received(2), everything.received(3)])

    publish(candle('ETH/USD'))
    publish(candle('BTC/USD'))
    publish({ type: 'MarketOverview', timestamp: 1, data: { pairs: [] } })
    hourly.next({ stream: 'h', delivery: 'lossless', message: candle('ETH/USD', '1h') })
    hourly.next({ stream: 'h', delivery: 'lossless', message: candle('BTC/USD', '1h') })
    publish({ type: 'MarketOverview', timestamp: 2, data: { pairs: [] } })
    await Promise.all([minutes.received(5), hours.received(5), everything.received(7)])
    expect(subjects(minutes)).toEqual(['ETH/USD 1m', 'ETH/USD 1m', ' ', ' '])
    expect(subjects(hours)).toEqual(['BTC/USD 1h', ' ', 'BTC/USD 1h', ' '])
    expect(subjects(everything)).toEqual(['BTC/USD 1m', 'ETH/USD 1m', 'ETH/USD 1m', 'BTC/USD 1m', ' ', ' '])
  })

  it('of several timeframes: the candles of each', async () => {
    const { gateway, hourly, connect, publish } = await setUp()
    await using _ = gateway
    const both = connect('pairs=ETHUSD&timeframe=1m,1h')
    await both.received(3)
    publish(candle('ETH/USD'))
    hourly.next({ stream: 'h', delivery: 'lossless', message: candle('ETH/USD', '1h') })
    await both.received(5)
    expect(subjects(both)).toEqual(['ETH/USD 1h', 'ETH/USD 1m', 'ETH/USD 1m', 'ETH/USD 1h'])
    const sender = { timestamp: 1, connection_id: ack(both) }
    both.send({ ...sender, type: 'Subscribe', pairs: ['ETHUSD', 'BTCUSD'], timeframe: ['1h'] })
    await both.received(6)
    publish(candle('ETH/USD'))
    hourly.next({ stream: 'h', delivery: 'lossless', message: candle('ETH/USD', '1h') })
    await both.received(7)
    expect(subjects(both).slice(4)).toEqual(['BTC/USD 1h', 'ETH/USD 1h'])
  })

  it('in a message: sends the newest of what it adds, then only what it selects', async () => {
    const { gateway, hourly, connect, publish } = await setUp()
    await using _ = gateway
    const client = connect('pairs=BTCUSD')
    await client.received(2)
    const sender = { timestamp: 1, connection_id: ack(client) }
    client.send({ ...sender, type: 'Subscribe', pairs: ['BTC/USD', 'ETH/USD'] })
    await client.received(3)
    client.send({ ...sender, type: 'Subscribe', pairs: ['ETHUSD'], timeframe: '1h' })
    await client.received(4)
    publish(candle('BTC/USD'))
    hourly.next({ stream: 'h', delivery: 'latest', message: candle('ETH/USD', '1h') })
    await client.received(5)
    expect(subjects(client)).toEqual(['BTC/USD 1m', 'ETH/USD 1m', 'ETH/USD 1h', 'ETH/USD 1h'])
  })

  it('of no known pair gets what concerns all; without one, everything is selected', () => {
    expect(toSelection(['nonsense'], undefined).pairs).toEqual(new Set())
    expect(toSelection(undefined, ['7m'])).toMatchObject({ pairs: undefined, timeframes: new Set(['M1']), key: '' })
    expect(toSelection(['eth/usd', 'BTCUSD'], ['1h', '1m']).key).toBe(
      toSelection(['BTCUSD', 'ETHUSD'], ['M1', 'H1']).key,
    )
  })
})

it('[GW-27] longer candles are subscribed to while a client has selected them', async () => {
  const { gateway, hourly, asked, connect } = await setUp()
  await using _ = gateway
  const [first, second] = [connect('timeframe=1h'), connect('timeframe=1h')]
  await Promise.all([first.received(3), second.received(3)])
  expect(hourly.observed).toBe(true)
  first.ws.close()
  await first.closed
  second.send({ type: 'Subscribe', timestamp: 1, connection_id: ack(second), timeframe: '1m' })
  await second.received(5)
  expect(hourly.observed).toBe(false)
  expect(new Set(asked)).toEqual(new Set(['H1']))
})

it('[GW-36] a client that selects gets a sign of life although only others get messages', async () => {
  const { gateway, connect, publish } = await setUp()
  await using _ = gateway
  const client = connect('pairs=ETHUSD')
  await client.received(2)
  const steady = setInterval(() => publish(candle('BTC/USD')), 100)
  await expect.poll(() => client.idleHeartbeats().length, { timeout: 3_000 }).toBeGreaterThan(0)
  clearInterval(steady)
})
