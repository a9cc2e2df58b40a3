import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KINDS } from '#src/features/monitoring/summaries/kind.ts'
import { EXAMPLES } from '#test/support/data/monitoring.ts'
import {
  cardOf,
  cards,
  failed,
  found,
  messageOf,
  region,
  showMonitoring,
  updateOf,
  valueOf,
} from '#test/support/client/monitoring-screen.tsx'
import { AT } from '#test/support/data/payloads.ts'

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
const WARNING = 'WebSocket connection unavailable. Using API fallback mode for data updates.'
const UNREACHABLE = 'HTTP 503: Service Unavailable'

beforeEach(() => vi.useFakeTimers({ now: AT * 1000, toFake: [...FAKED] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('[MO-1] the screen', () => {
  it('shows its title, three buttons and its sections in the documented order', async () => {
    await showMonitoring()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('System Monitoring')
    expect(document.title).toBe('Pairbot · System Monitoring')
    for (const name of ['Health Test', 'Load Historical', 'Connection Status'])
      expect(screen.getByRole('button', { name })).toBeInTheDocument()
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'System Summary',
      'Category Breakdown',
      'Latency & Loss',
      'Streams',
      'System Errors',
    ])
    expect(screen.getByText('No streams yet', { selector: 'p' })).toBeInTheDocument()
    expect(screen.queryByText(WARNING)).toBeNull()
  })

  it('opens Connection Status', async () => {
    const { openStatus, press } = await showMonitoring()
    await press('Connection Status')
    expect(openStatus).toHaveBeenCalledOnce()
  })

  it('[MO-2] [MO-3] counts streams and messages, in total and by category', async () => {
    const { receiveAll } = await showMonitoring()
    await receiveAll()
    const summary = screen.getByRole('region', { name: 'System Summary' })
    const figures = ['Total streams', 'Active streams', 'Total messages', 'Last update', 'Mode']
    expect(figures.map((label) => valueOf(summary, label))).toEqual(['10', '10', '10', 'Just now', 'WebSocket Active'])
    expect(summary).toHaveTextContent('2019-06-30 22:00:00')
    const rows = region('Category Breakdown').getAllByRole('row')
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Category', 'Streams', 'Messages', 'Updated'],
      ['Analysis', '6', '6', '22:00:00'],
      ['News', '1', '1', '22:00:00'],
      ['Processed candles', '1', '1', '22:00:00'],
      ['Signals', '1', '1', '22:00:00'],
      ['Technical indicators', '1', '1', '22:00:00'],
    ])
  })

  it('[MO-4] warns while a socket is in fallback', async () => {
    const { analytics, pass } = await showMonitoring()
    const summary = screen.getByRole('region', { name: 'System Summary' })
    act(() => {
      analytics.connect()
      analytics.socket().fail(true)
    })
    expect(screen.queryByText(WARNING)).toBeNull()
    await pass(120_000)
    expect(screen.getByRole('alert').textContent).toBe(WARNING)
    expect(valueOf(summary, 'Mode')).toBe('API Fallback')
    act(() => analytics.page('page.online'))
    act(() => analytics.socket().acknowledge())
    expect(screen.queryByText(WARNING)).toBeNull()
    expect(valueOf(summary, 'Mode')).toBe('WebSocket Active')
  })

  it('[MO-10] polls the list of streams and fetches new ones', async () => {
    const { proxy, pass } = await showMonitoring()
    const { key, data } = EXAMPLES.divergence
    proxy.respond('list', found([key]))
    proxy.respond(`metadata ${key}`, found({ length: 12, last_generated_id: `${AT * 1000}-1`, timestamp: null }))
    proxy.respond(`latest ${key}`, found(messageOf(data)))
    await pass(1)
    await pass(1_000)
    expect(cardOf(key)).toHaveTextContent('Regular bullish')
  })
})

describe('[MO-30] the grid', () => {
  it('shows a labelled card of each kind, in order', async () => {
    const { receiveAll } = await showMonitoring()
    await receiveAll()
    expect(cards().map((card) => card.querySelector('[data-kind]')?.getAttribute('data-kind'))).toEqual(KINDS)
    expect(cards().map((card) => card.querySelector('header > span')?.textContent)).toEqual([
      'technical indicators',
      'processed candles',
      'support_resistance',
      'consolidated_patterns',
      'market_structure',
      'cross_timeframe_analysis',
      'divergence',
      'ml_signals',
      'other analysis',
      'generic raw preview',
    ])
    expect(cards().map((card) => [card.ariaPosInSet ?? card.getAttribute('aria-posinset')])).toEqual(
      KINDS.map((_, index) => [String(index + 1)]),
    )
    for (const card of cards()) expect(card.textContent).not.toMatch(/undefined|NaN|Infinity|\[object/)
    expect(cardOf(EXAMPLES.raw.key).querySelector('pre')?.textContent).toHaveLength(200)
  })

  it('[MO-38] marks a card whose message lacks something', async () => {
    const { receive } = await showMonitoring()
    const { key, data } = EXAMPLES.confluence
    const labelOf = () => cardOf(key).querySelector<HTMLElement>('header > span')
    await receive(updateOf(key, data))
    expect(labelOf()?.textContent).toBe('cross_timeframe_analysis')
    expect(labelOf()?.title).toBe('')
    await receive(updateOf(key, { Analysis: { ...data.Analysis, confidence_metrics: null } }, 2))
    expect(labelOf()?.textContent).toBe('cross_timeframe_analysis · incomplete')
    expect(labelOf()?.title).toBe(
      'The factors behind the confidence, which is evidence, are incomplete and count as zero.',
    )
  })

  it('[MO-35] is filtered by category, status and text', async () => {
    const { receiveAll, press, type, searches } = await showMonitoring()
    await receiveAll()
    expect(screen.getByRole('button', { name: 'All' }).ariaPressed).toBe('true')
    await press('Signals')
    expect(cards().map(({ dataset }) => dataset['stream'])).toEqual([EXAMPLES.signals.key])
    expect(screen.getByText('1 of 10 shown')).toBeInTheDocument()
    await press('All')
    await type('Filter by key', 'candles')
    expect(cards().map(({ dataset }) => dataset['stream'])).toEqual([EXAMPLES.candles.key])
    await press('error')
    expect(screen.getByText('No stream matches these filters')).toBeInTheDocument()
    expect(searches).toEqual([{ category: 'signals' }, { category: undefined }, { q: 'candles' }, { status: 'error' }])
    await press('Clear Filters')
    expect(searches.at(-1)).toEqual({ category: undefined, status: undefined, q: undefined })
    expect(cards()).toHaveLength(10)
    expect(screen.getByLabelText('Filter by key')).toHaveValue('')
  })

  it('[MO-36] a message rerenders its own card only', async () => {
    const { receiveAll, receive } = await showMonitoring()
    await receiveAll()
    const other = cardOf(EXAMPLES.levels.key).innerHTML
    await receive(updateOf(EXAMPLES.divergence.key, { Analysis: { divergence_type: 'none', strength: 0 } }, 2))
    expect(cardOf(EXAMPLES.divergence.key)).toHaveTextContent('No divergence')
    expect(cardOf(EXAMPLES.levels.key).innerHTML.replaceAll(/\d+ s/g, '')).toBe(other.replaceAll(/\d+ s/g, ''))
  })

  it('[MO-11] a stream whose metadata fails has status error', async () => {
    const { proxy, receiveAll, pass } = await showMonitoring()
    await receiveAll()
    proxy.respond('list', found(['tdp:kraken:BTCUSD:analysis:broken']))
    proxy.respond('metadata tdp:kraken:BTCUSD:analysis:broken', failed(UNREACHABLE))
    await pass(1_000)
    await pass(1_000)
    expect(cardOf('tdp:kraken:BTCUSD:analysis:broken').dataset['status']).toBe('error')
    expect(region('System Errors').getByText(`Failed to fetch stream data: ${UNREACHABLE}`)).toBeInTheDocument()
    expect(cards()).toHaveLength(11)
  })
})

describe('[MO-5] the health test', () => {
  it('shows a toast when all five pass', async () => {
    const { press } = await showMonitoring()
    await press('Health Test')
    expect(screen.getByText('Health test passed: 5 tests')).toBeInTheDocument()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('shows an alert when tests fail', async () => {
    const { press, health } = await showMonitoring()
    health.on('/api/status', () => new Response('{}', { status: 500, statusText: 'Internal Server Error' }))
    await press('Health Test')
    const alert = screen.getByRole('alertdialog', { name: 'Health Test' })
    expect(alert).toHaveTextContent('Health test failed: system status running (HTTP 500: Internal Server Error)')
    fireEvent.click(within(alert).getByRole('button', { name: 'OK' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })
})

describe('[MO-12] Load Historical', () => {
  it('loads ten messages of each stream and shows progress and result', async () => {
    const { receive, press, proxy, pass } = await showMonitoring()
    await receive(updateOf('a:b:BTCUSD:c:one', { rsi: 1 }, 5), updateOf('a:b:BTCUSD:c:two', { rsi: 2 }, 5))
    await press('Load Historical')
    const bar = () => screen.getByRole<HTMLProgressElement>('progressbar', { name: /Loading history/ })
    expect(proxy.pending().slice(1)).toEqual(['recent a:b:BTCUSD:c:one 10', 'recent a:b:BTCUSD:c:two 10'])
    expect(bar().value).toBe(0)
    expect(bar().max).toBe(2)
    proxy.respond('recent a:b:BTCUSD:c:one 10', found([4, 3].map((id) => messageOf({ rsi: id }, id))))
    expect(screen.getByText('Loading history: 1 of 2 streams, 2 messages')).toBeInTheDocument()
    expect(bar().value).toBe(1)
    proxy.respond('recent a:b:BTCUSD:c:two 10', failed(UNREACHABLE))
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByText('Loaded 2 messages of 1 stream, 1 failed')).toBeInTheDocument()
    await pass(1)
    expect(region('System Errors').getByText(`Failed to fetch stream data: ${UNREACHABLE}`)).toBeInTheDocument()
  })

  it('can be cancelled', async () => {
    const { receive, press, proxy } = await showMonitoring()
    await receive(updateOf('a:b:BTCUSD:c:one', { rsi: 1 }))
    await press('Load Historical')
    await press('Cancel')
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByText('Loading of history cancelled')).toBeInTheDocument()
    await press('Load Historical')
    expect(screen.getByRole('progressbar')).toBeInTheDocument()
    expect(proxy.pending()).toContain('recent a:b:BTCUSD:c:one 10')
  })
})

describe('[MO-50] System Errors', () => {
  it('lists errors, newest first and counted', async () => {
    const { proxy, pass, analytics } = await showMonitoring()
    expect(region('System Errors').getByText('No errors since this page was opened')).toBeInTheDocument()
    proxy.respond('list', failed(UNREACHABLE))
    await pass(5_000)
    proxy.respond('list', failed(UNREACHABLE))
    await pass(1_000)
    act(() => {
      analytics.connect()
      analytics.socket().fail(true)
    })
    const items = region('System Errors').getAllByRole('listitem')
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'WebSocket connection error Analytics22:00:06',
      `Failed to fetch stream data: ${UNREACHABLE} Streams2 times, last 22:00:05`,
    ])
  })
})
