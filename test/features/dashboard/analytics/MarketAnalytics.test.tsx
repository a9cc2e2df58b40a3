import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { Preferences } from '#src/app/preferences.ts'
import { MarketAnalytics } from '#src/features/dashboard/DashboardScreen.tsx'
import { CARD_NAMES, CARDS, type CardName } from '#src/features/dashboard/cards.ts'
import { LocalCardAddress } from '#test/support/client/card-address.tsx'
import { startConnection } from '#test/support/client/connection.ts'
import { EXTREMES } from '#test/support/data/extreme-payloads.ts'
import {
  AT,
  cluster,
  confluenceZone,
  crossTimeframe,
  KEYS,
  level,
  levelSet,
  marketStructure,
  wrapped,
} from '#test/support/data/payloads.ts'
import { NO_PREFERENCES, servedWith } from '#test/support/client/services.tsx'
import { startStreams } from '#test/support/client/streams.ts'

const NAMES = CARD_NAMES.map((name) => CARDS[name].title)
const ESTABLISHING = 'Establishing connection to Redis streams...'
const update = (name: CardName, payload = EXTREMES[name].usual, id = '1-0'): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: AT * 1000,
  message_id: id,
  data: { stream_key: KEYS[name], data: wrapped(name, payload), timestamp: AT },
})

function open(stored: Preferences = {}) {
  const world = startStreams()
  const connection = startConnection()
  const wrapper = servedWith({
    streams: world.streams,
    connections: { analytics: connection.actor },
    monitoring: () => Promise.resolve(world.monitoring),
    preferences: { ...NO_PREFERENCES, get: () => stored },
  })
  render(
    <LocalCardAddress view="json">
      <MarketAnalytics />
    </LocalCardAddress>,
    { wrapper },
  )
  const receive = (...messages: AnalyticsUpdate[]) =>
    act(() => {
      world.emit(...messages)
      world.flushFrame()
    })
  return { world, connection, receive }
}

const cards = () => NAMES.filter((name) => screen.queryByRole('region', { name }) !== null)
const card = (name: string) => within(screen.getByRole('region', { name }))

// Loaded beforehand, so that no test waits for the compiler.
await import('#src/features/dashboard/detail/RawMessage.tsx')

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => vi.useFakeTimers({ now: AT * 1000, toFake: [...FAKED] }))
afterEach(() => vi.useRealTimers())

describe('[MA-67] the Market Analytics Dashboard', () => {
  it('shows the connection, then the cards, which are analyzing', () => {
    const { connection } = open()
    expect([screen.queryByText(ESTABLISHING) !== null, cards()]).toEqual([true, []])
    act(() => connection.connect())
    expect(screen.getByText(ESTABLISHING)).toBeInTheDocument()
    act(() => connection.socket().acknowledge())
    expect(screen.queryByText(ESTABLISHING)).toBeNull()
    expect(cards()).toEqual(NAMES)
    expect(screen.getAllByText('Analyzing')).toHaveLength(3)
    expect(screen.getByText('Analyzing market confluence...')).toBeInTheDocument()
    expect(screen.getByText('Processing live data...')).toBeInTheDocument()
  })

  it('fills each card from its stream', () => {
    const { connection, receive } = open()
    act(() => connection.connect())
    act(() => connection.socket().acknowledge())
    receive(...CARD_NAMES.map((name) => update(name)))
    expect(NAMES.map((name) => card(name).getByTestId('headline').textContent)).toEqual([
      'Bearish normal volatility M15 · next 1 h\u00A0',
      'Bearish Engulfing H1 · next 10 h\u00A0',
      '1.38% from S1 to R110,800.5 – 10,950.0 H4 · next 4 h\u00A0',
      'No trend yet M1 · now',
      'Bearish signal, 20% strength M1–D1 · next 1 h\u00A0',
    ])
  })

  it('[DA-36] names the levels by their place in the list, as it is now, where other cards are about one', () => {
    const { connection, receive } = open()
    act(() => connection.connect())
    act(() => connection.socket().acknowledge())
    const clusters = [cluster(), cluster({ type: 'Resistance' }), cluster({ level: 10_700 })]
    receive(
      update('structure', marketStructure({ support_resistance_clusters: clusters })),
      update('confluence', crossTimeframe({ confluence_zones: [confluenceZone()] })),
    )
    const pills = () =>
      within(card('Market Structure').getByRole('region', { name: 'Support and resistance clusters' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    const priced = ['Support 10,800.5 · 73%', 'Resistance 10,800.5 · 73%', 'Support 10,700.0 · 73%']
    expect(pills()).toEqual(priced)
    receive(update('levels', levelSet()))
    // One of the other kind is another level.
    expect(pills()).toEqual(['S1 · 73%', ...priced.slice(1)])
    const link = card('Cross-Timeframe Confluence').getByRole('button', { name: 'S1' })
    expect(link).toHaveAttribute('title', '10,800.5: show among the levels')
    receive(update('levels', levelSet({ support_levels: [level({ price: 10_820 }), level()] }), '2-0'))
    expect([pills()[0], link.textContent]).toEqual(['S2 · 73%', 'S2'])
  })

  it('keeps its data when the connection is lost', () => {
    const { connection, receive } = open()
    act(() => connection.connect())
    act(() => connection.socket().acknowledge())
    receive(update('structure'))
    act(() => connection.socket().drop())
    expect(screen.queryByText(ESTABLISHING)).toBeNull()
    expect(card('Market Structure').getByTestId('headline').textContent).toBe(
      'Bearish normal volatility M15 · next 1 h\u00A0',
    )
  })

  it('[MA-49] shows the error once the connection has failed without any data', async () => {
    const { connection } = open()
    act(() => connection.connect())
    act(() => connection.socket().fail(true))
    await act(() => connection.pass(120_000))
    expect(screen.queryByText(ESTABLISHING)).toBeNull()
    expect(screen.getByRole('alert').textContent).toBe(
      'Connection ErrorFailed to connect to technical indicators stream',
    )
  })

  it('[DA-22] shows all cards where the one that was chosen is none of them any more', () => {
    const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
    open({ card: 'levels' })
    expect(pressed()).toEqual(['Levels'])
    cleanup()
    open({ card: 'prices' })
    expect(pressed()).toEqual(['All'])
  })

  it('is empty again when the session ends', () => {
    const { world, receive } = open()
    receive(update('structure'))
    act(() => world.stop())
    expect(screen.getByText(ESTABLISHING)).toBeInTheDocument()
  })
})

describe('[MA-64] the raw message of a live card', () => {
  it('is the newest, with the message count, and updates live', async () => {
    const { receive } = open()
    receive(update('structure'), update('structure', marketStructure({ momentum: 0.9 }), '2-0'))
    await act(async () => card('Market Structure').getByRole('button', { name: 'Market Structure' }).click())
    const dialog = within(screen.getByRole('dialog', { name: 'Market Structure' }))
    const json = () => dialog.getByRole('region', { name: 'Latest message as JSON' }).textContent
    expect(JSON.parse(json())).toEqual(wrapped('structure', marketStructure({ momentum: 0.9 })))
    expect(dialog.getByText('Message count').nextSibling?.textContent).toBe('2')
    receive(update('structure', marketStructure({ momentum: 0.1 }), '3-0'))
    expect(JSON.parse(json())).toEqual(wrapped('structure', marketStructure({ momentum: 0.1 })))
  })

  it('closes with its button and shows the newest message when reopened', async () => {
    const { receive } = open()
    const momentum = () =>
      JSON.parse(screen.getByRole('region', { name: 'Latest message as JSON' }).textContent)['Analysis']['momentum']
    const press = (within: { getByRole: typeof screen.getByRole }, name: string | RegExp) =>
      act(async () => within.getByRole('button', { name }).click())
    receive(update('structure', marketStructure({ momentum: 0.2 })))
    await press(card('Market Structure'), 'Market Structure')
    expect(momentum()).toBe(0.2)
    await press(screen, /close/i)
    act(() => void vi.advanceTimersByTime(1_000))
    expect(screen.queryByRole('dialog')).toBeNull()
    receive(update('structure', marketStructure({ momentum: 0.3 }), '4-0'))
    await press(card('Market Structure'), 'Market Structure')
    expect(momentum()).toBe(0.3)
  })

  it('[MA-65] is absent before the first message; streams with messages are listed', () => {
    const { receive } = open()
    const candle = 'tdp:kraken:BTCUSD:processed_candles:m1'
    const processed = { stream_key: candle, data: { ProcessedCandle: { volume: 1 } }, timestamp: AT }
    receive(update('levels'), update('indicators'), { ...update('levels', {}, '9-0'), data: processed })
    act(() => card('Pattern Recognition').getByRole('button', { name: 'Pattern Recognition' }).click())
    const dialog = within(screen.getByRole('dialog', { name: 'Patterns' }))
    expect(dialog.getByText('No stream data available')).toBeInTheDocument()
    expect(dialog.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
      KEYS.levels,
      candle,
      KEYS.indicators,
    ])
  })
})
