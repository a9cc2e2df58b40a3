import { act, render, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DashboardHeader } from '#src/features/dashboard/DashboardScreen.tsx'
import { DEFAULT_VIEW, type ChartWindow, type DashboardView, type MarketSnapshot } from '#src/streams/index.ts'
import { servedWith } from '#test/support/client/services.tsx'
import { candle, resetOf, windowOf } from '#test/support/data/candles.ts'

const NOW = Date.UTC(2026, 0, 1, 10)
const LIVE: ChartWindow = {
  view: DEFAULT_VIEW,
  status: 'ready',
  candles: windowOf([candle(0, { close: 82_856.5 })]),
  change: resetOf([]),
  liveness: 'live',
  error: undefined,
  lastUpdate: NOW,
  freshest: {
    source: 'live',
    messageId: '1-0',
    receivedAt: NOW,
    provenance: { market: 'simulated', exchange_time: NOW, received_at: NOW, published_at: NOW },
  },
}
const MARKET: MarketSnapshot = {
  market: { kind: 'simulated', label: 'Simulated', now: NOW, speed: 1, pairs: ['BTCUSD'] },
  receivedAt: NOW,
}

beforeEach(() => vi.useFakeTimers({ now: NOW }))
afterEach(() => vi.useRealTimers())

it('[DA-17] the title of the tab has the newest price and the pair while it is live', () => {
  const window$ = new BehaviorSubject(LIVE)
  const view$ = new BehaviorSubject<DashboardView>(DEFAULT_VIEW)
  const market$ = new BehaviorSubject(MARKET)
  render(<DashboardHeader />, { wrapper: servedWith({ streams: { view$, candles: { window$ }, market$ } }) })
  expect(screen.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeInTheDocument()
  expect(document.title).toBe('Pairbot · 82,856.5 BTC/USD · Dashboard')
  act(() => {
    window$.next({ ...LIVE, liveness: 'reconnecting' })
    vi.advanceTimersByTime(2_000)
  })
  expect(document.title).toBe('Pairbot · Dashboard')

  const view = { pair: 'ETHUSD', timeframe: 'H1' } as const
  act(() => {
    window$.next({ ...LIVE, view, candles: windowOf([candle(0, { close: 3_200.25 })]) })
    view$.next(view)
    vi.advanceTimersByTime(2_000)
  })
  expect(document.title).toBe('Pairbot · 3,200.25 ETH/USD · Dashboard')
  expect(screen.getByText('Live ETH/USD market data and analysis')).toBeInTheDocument()
})
