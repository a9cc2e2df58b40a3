import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { BehaviorSubject, EMPTY } from 'rxjs'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveChartCard } from '#src/features/dashboard/chart/LiveChartCard.tsx'
import {
  CHART_TEXTS,
  DEFAULT_VIEW,
  type ChartWindow,
  type FiguresByPair,
  type MarketSnapshot,
} from '#src/streams/index.ts'
import type { CandleChartProps } from '#src/ui/charts/CandleChart.tsx'
import type { ChartOverlays } from '#src/ui/charts/overlays/data.ts'
import { OverlayError } from '#src/ui/charts/overlays/overlay.ts'
import { OVERLAYS } from '#src/ui/charts/overlays/registry.ts'
import type { PriceZone, ZoneMode } from '#src/ui/charts/zones.ts'
import { candle, resetOf, windowOf } from '#test/support/data/candles.ts'
import { aMarket } from '#test/support/data/messages.ts'

// jsdom has no canvas; the chart itself is tested in a browser.
const FakeChart = vi.fn<(props: CandleChartProps) => ReactNode>()
const chartProps = () => FakeChart.mock.lastCall?.[0]

const MARKET = Date.UTC(2019, 5, 1, 12)
const LOADING: ChartWindow = {
  view: DEFAULT_VIEW,
  status: 'loading',
  candles: windowOf([]),
  change: resetOf([]),
  lastUpdate: undefined,
  freshest: undefined,
  liveness: 'live',
  error: undefined,
}
const READY: ChartWindow = {
  ...LOADING,
  status: 'ready',
  candles: windowOf([candle(0, { close: 8_500 }), candle(1, { close: 8_606.25 })]),
  lastUpdate: MARKET,
}
/** The candles with this state of the newest. */
const withLast = (state: Partial<NonNullable<ChartWindow['candles']['last']>>): ChartWindow['candles'] => ({
  ...READY.candles,
  last: { ...READY.candles.last!, ...state },
})
const freshestAt = (receivedAt: number): NonNullable<ChartWindow['freshest']> => ({
  source: 'live',
  messageId: `${MARKET + 7}-3`,
  receivedAt,
  provenance: { market: 'simulated', exchange_time: MARKET, received_at: MARKET + 2, published_at: MARKET + 7 },
})
const NO_FIGURES = new BehaviorSubject<FiguresByPair>(new Map())
const ZONES: readonly PriceZone[] = [
  { id: 'a', kind: 'support', from: 1, to: 2 },
  { id: 'b', kind: 'resistance', from: 3, to: 4 },
]

function setUp(first: ChartWindow, zones: readonly PriceZone[] = [], overlays?: ChartOverlays, choice?: string) {
  const window$ = new BehaviorSubject(first)
  const market$ = new BehaviorSubject<MarketSnapshot | undefined>({
    market: { kind: 'simulated', label: 'Simulated', now: MARKET + 3_000, speed: 1, pairs: ['BTCUSD'] },
    receivedAt: Date.now() + 3_600_000,
  })
  function Chosen() {
    const [mode, setMode] = useState<ZoneMode>('zones')
    const [showsWeak, setShowsWeak] = useState(false)
    const [height, setHeight] = useState<number>()
    const [shownOverlays, setShownOverlays] = useState<readonly string[]>([])
    const [showsVolume, setShowsVolume] = useState(true)
    const [showsBands, setShowsBands] = useState(true)
    return (
      <LiveChartCard
        window$={window$}
        past={{ changes$: EMPTY, status$: EMPTY, need: () => undefined, toNewest: () => undefined }}
        pairFigures$={NO_FIGURES}
        {...{ market$, zones, mode, showsWeak, height, overlays, shownOverlays, showsVolume, showsBands, choice }}
        future={{ candles: 10, bands: undefined }}
        onShowBands={setShowsBands}
        chart={FakeChart}
        onModeChange={setMode}
        onShowWeak={setShowsWeak}
        onHeightChange={setHeight}
        onShowOverlays={setShownOverlays}
        onShowVolume={setShowsVolume}
      />
    )
  }
  render(<Chosen />)
  return { window$, market$, next: (window: ChartWindow) => act(() => window$.next(window)) }
}
const card = () => screen.getByRole('region', { name: 'BTC/USD Live Chart (1m)' })

beforeEach(() => {
  FakeChart.mockReset().mockReturnValue(<div data-testid="chart" />)
})

describe('[CH-40] the card', () => {
  it('shows that it is loading and mounts the chart meanwhile', async () => {
    setUp(LOADING)
    expect(within(card()).getByText('Loading real market data...')).toBeInTheDocument()
    expect(await screen.findByTestId('chart')).toBeInTheDocument()
    expect(within(card()).getByText('Loading real market data...')).toBeInTheDocument()
    expect(screen.queryByTestId('last-price')).toBeNull()
  })

  it.each(Object.values(CHART_TEXTS))('without candles shows only: %s', async (error) => {
    setUp({ ...LOADING, status: 'failed', error })
    await screen.findByTestId('chart')
    expect(within(card()).getByRole('alert').textContent).toBe(error)
    expect(screen.queryByText('Loading real market data...')).toBeNull()
    expect(screen.getByText('No update yet')).toBeInTheDocument()
  })

  it('with candles shows them together with the error', async () => {
    const { next } = setUp(READY)
    await screen.findByTestId('chart')
    expect(screen.queryByRole('alert')).toBeNull()
    next({ ...READY, error: CHART_TEXTS.lost })
    expect(within(card()).getByRole('alert').textContent).toBe(CHART_TEXTS.lost)
    expect(screen.getByTestId('chart')).toBeInTheDocument()
    expect(screen.getByTestId('last-price').textContent).toBe('8,606.3')
    next(READY)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[CH-29] mounts a chart anew without the overlay that failed, and says so', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    FakeChart.mockImplementation(({ overlays }) => {
      if (overlays?.shown.includes('macd')) throw new OverlayError(['macd'], new Error('no points'))
      return <div data-testid="chart" />
    })
    const shown = ['ema', 'macd']
    setUp(READY, [], { shown, marks: [], valuesAt: () => undefined, need: vi.fn() })
    expect(await screen.findByTestId('chart')).toBeInTheDocument()
    expect(chartProps()?.overlays?.shown).toEqual(['ema'])
    const notice = screen.getByRole('alert')
    expect(notice).toHaveTextContent('The chart is shown without MACD, which could not be drawn.')
    FakeChart.mockReturnValue(<div data-testid="chart" />)
    await userEvent.click(within(notice).getByRole('button', { name: 'Try again' }))
    expect(chartProps()?.overlays?.shown).toEqual(shown)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[CH-29] mounts a chart anew once that failed without an overlay', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    // React renders once more by itself before it gives up.
    let failures = 2
    FakeChart.mockImplementation(() => {
      if (failures === 0) return <div data-testid="chart" />
      failures -= 1
      throw new Error('no canvas')
    })
    setUp(READY)
    expect(await screen.findByTestId('chart')).toBeInTheDocument()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[CH-29] survives a chart that fails to render', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    FakeChart.mockImplementation(() => {
      throw new Error('no canvas')
    })
    setUp(READY)
    expect((await screen.findByRole('alert')).textContent).toBe('Chart rendering error. Please refresh the page.')
    expect(screen.getByTestId('last-price').textContent).toBe('8,606.3')
  })
})

describe('the key values', () => {
  it('[CH-42] include the last price', () => {
    const { next } = setUp(READY)
    expect(screen.getByTestId('last-price').textContent).toBe('8,606.3')
    next({ ...READY, candles: windowOf([candle(2, { close: 8_415 })]) })
    expect(screen.getByTestId('last-price').textContent).toBe('8,415.0')
  })

  it('[CH-41] include their time, source and age', async () => {
    const { next, market$ } = setUp({ ...READY, freshest: freshestAt(MARKET + 9) })
    const time = within(card()).getByText('12:00:00')
    expect(time).toHaveTextContent('Last update 12:00:00 UTC')
    expect(time).toHaveAttribute('datetime', '2019-06-01T12:00:00.000Z')
    const mark = () => within(card()).getByRole('button', { name: /show provenance/ }).textContent
    expect(mark()).toBe('Simulated · 3 s')
    for (const [source, label] of [
      ['polling', 'Simulated · 3 s'],
      ['cache', 'Cache, simulated · 3 s'],
    ] as const) {
      next({ ...READY, freshest: { ...freshestAt(MARKET + 9), source } })
      await waitFor(() => expect(mark()).toBe(label))
    }
    act(() =>
      market$.next({
        market: { kind: 'simulated', label: 'Simulated', now: MARKET + 1_800_000, speed: 1, pairs: ['BTCUSD'] },
        receivedAt: Date.now() + 3_600_000,
      }),
    )
    expect(mark()).toBe('Cache, simulated · 30 min · very stale')
  })

  it('[CH-41] [MA-62] show their provenance on click', async () => {
    setUp({ ...READY, freshest: freshestAt(MARKET + 9) })
    await userEvent.click(within(card()).getByRole('button', { name: 'Simulated · 3 s, show provenance' }))
    const chain = within(await screen.findByRole('dialog', { name: 'Data provenance (UTC)' }))
    const rows = chain.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(rows).toEqual([
      ['Source', 'Simulated'],
      ['Market time', '2019-06-01 12:00:00.000'],
      ['Received', '2019-06-01 12:00:00.002'],
      ['Computed', 'N/A'],
      ['Published', '2019-06-01 12:00:00.007'],
      ['Received here', '2019-06-01 12:00:00.009'],
      ['Painted', expect.stringMatching(/^\d{4}-\d\d-\d\d /)],
      ['Stream key', 'tdp:kraken:BTCUSD:processed_candles:m1'],
      ['Message id', `${MARKET + 7}-3`],
    ])
  })

  it('[CH-43] include the time left in the running candle', () => {
    const freshest = freshestAt(Date.now() + 60_000)
    const { next, market$ } = setUp({
      ...READY,
      freshest,
      candles: withLast({ receivedAt: freshest.receivedAt, remainingS: 12 }),
    })
    act(() => market$.next({ market: aMarket({ now: MARKET }), receivedAt: Date.now() }))
    expect(screen.getByTitle('Until the running candle closes').textContent).toMatch(/^closes in (\d\ds|\ds|1m 0s)$/)
    next({ ...READY, candles: withLast({ isComplete: true, remainingS: 12 }) })
    expect(screen.queryByTitle('Until the running candle closes')).toBeNull()
  })
})

describe('[CH-49] a feed that is not live', () => {
  const countdown = () => screen.getByTitle('Until the running candle closes').textContent
  const facts = () => screen.getByTestId('last-price').parentElement?.dataset['live']
  const running = (): ChartWindow => ({
    ...READY,
    freshest: freshestAt(Date.now()),
    candles: withLast({ receivedAt: Date.now(), remainingS: 12 }),
  })

  it.each([
    ['connecting', 'Connecting…'],
    ['reconnecting', 'Reconnecting…'],
    ['unresponsive', 'Server not responding…'],
    ['disconnected', 'Disconnected'],
  ] as const)('%s: the head says so, the price dims, the countdown stops', (liveness, text) => {
    const { next, market$ } = setUp(running())
    act(() => market$.next({ market: aMarket({ now: MARKET }), receivedAt: Date.now() }))
    expect([facts(), countdown()]).toEqual(['true', 'closes in 12s'])
    expect(screen.getByText(/^Last update/)).toBeInTheDocument()
    next({ ...running(), liveness })
    expect([facts(), countdown()]).toEqual(['false', 'closes in –'])
    expect(within(card()).getByRole('status').textContent).toBe(text)
    expect(screen.getByRole('button', { name: 'Simulated · 0 s · not live, show provenance' })).toBeInTheDocument()
    next(running())
    expect([facts(), countdown()]).toEqual(['true', 'closes in 12s'])
  })

  it('an overdue tick of a live connection: the mark says overdue, the price dims, the countdown stops', () => {
    const { market$ } = setUp(running())
    act(() => market$.next({ market: aMarket({ now: MARKET + 5_000 }), receivedAt: Date.now() }))
    expect([facts(), countdown()]).toEqual(['false', 'closes in –'])
    expect(screen.getByRole('button', { name: 'Simulated · 5 s · overdue, show provenance' })).toBeInTheDocument()
  })
})

it('[CH-64] the menu of indicators switches each on and off, and counts those that are on', async () => {
  const user = userEvent.setup({ delay: null })
  setUp(READY)
  await user.click(screen.getByRole('button', { name: 'Indicators (2)' }))
  const items = await screen.findAllByRole('menuitemcheckbox')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Volume',
    'Next ten candles',
    ...OVERLAYS.map(({ label }) => label),
  ])
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'RSI' }))
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'VWAP' }))
  expect(screen.getByRole('menuitemcheckbox', { name: 'RSI' })).toBeChecked()
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'VWAP' }))
  expect(screen.getByRole('button', { name: 'Indicators (3)', hidden: true })).toBeInTheDocument()
})

it('[CH-84] what is expected of the next ten candles is drawn until it is switched off', async () => {
  const user = userEvent.setup({ delay: null })
  setUp(READY)
  await user.click(screen.getByRole('button', { name: 'Indicators (2)' }))
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Next ten candles' })
  expect(chartProps()?.future).toEqual({ candles: 10, bands: undefined })
  await user.click(item)
  expect(item).not.toBeChecked()
  expect(chartProps()?.future).toBeUndefined()
})
it('[CH-64] volume is ticked while it is drawn, and not drawn once it is not', async () => {
  const user = userEvent.setup({ delay: null })
  setUp(READY)
  await user.click(screen.getByRole('button', { name: 'Indicators (2)' }))
  const item = await screen.findByRole('menuitemcheckbox', { name: 'Volume' })
  expect(item).toBeChecked()
  expect(chartProps()?.showsVolume).toBe(true)
  await user.click(item)
  expect(item).not.toBeChecked()
  expect(chartProps()?.showsVolume).toBe(false)
})

describe('[CH-44] the S/R menu', () => {
  const button = () => screen.getByRole('button', { name: /support and resistance levels/ })

  const open = async () => {
    await userEvent.click(button())
    return screen.findByRole('menu')
  }
  const isClosed = () => waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

  it('counts the levels, defaults to Zones, and applies the choice to the chart', async () => {
    setUp(READY, ZONES)
    await screen.findByTestId('chart')
    expect(button().textContent).toBe('S/R: Zones (2)')
    expect([chartProps()?.mode, chartProps()?.zones]).toEqual(['zones', ZONES])
    const entries = within(await open()).getAllByRole('menuitemradio')
    expect(entries.map(({ textContent }) => textContent)).toEqual(['Zones', 'Lines', 'Off'])
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Lines' }))
    expect(button().textContent).toBe('S/R: Lines (2)')
    expect(chartProps()?.mode).toBe('lines')
  })

  it('[CH-46] leaves weak levels out of the chart until they are asked for', async () => {
    const weak = { ...ZONES[0]!, id: 'weak', strength: 'Weak' }
    setUp(READY, [...ZONES, weak])
    await screen.findByTestId('chart')
    expect(button().textContent).toBe('S/R: Zones (3)')
    expect(chartProps()?.zones).toEqual(ZONES)
    await open()
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Weak levels' }))
    expect(chartProps()?.zones).toEqual([...ZONES, weak])
  })

  it.each([
    ['names the levels where their list is on the page', undefined, true],
    ['prices the levels on one of several charts', 'BTC/USD', false],
  ])('[CH-46] %s', async (_, choice, isNamed) => {
    const named = ZONES.map((zone, index) => ({ ...zone, name: `R${index + 1}` }))
    setUp(READY, named, undefined, choice)
    await screen.findByTestId('chart')
    expect(chartProps()?.zones).toEqual(isNamed ? named : ZONES)
  })

  it('closes on Escape and on a click outside without changes', async () => {
    setUp(READY, ZONES)
    await screen.findByTestId('chart')
    await open()
    await userEvent.keyboard('{Escape}')
    await isClosed()
    await open()
    await userEvent.click(screen.getByTestId('last-price'))
    await isClosed()
    expect(chartProps()?.mode).toBe('zones')
  })
})
