import { act, fireEvent, render, screen } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ComparisonCard } from '#src/features/dashboard/ComparisonCard.tsx'
import type { DashboardView } from '#src/streams/index.ts'
import { servedWith } from '#test/support/client/services.tsx'

const LOADING = 'Loading the external chart...'
const FAILED = 'The external chart could not be reached.'

const frame = (): HTMLIFrameElement => {
  const found = document.querySelector('iframe')
  if (!found) throw new Error('no frame')
  return found
}
const post = (data: unknown, source: MessageEventSource | null = frame().contentWindow) =>
  act(() => void window.dispatchEvent(new MessageEvent('message', { data, source })))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the external comparison chart', () => {
  it('[DA-1] is in a sandboxed frame that may only run scripts', () => {
    render(<ComparisonCard src="/widget/comparison" />)
    const attributes = ['src', 'title', 'sandbox', 'loading', 'referrerpolicy'].map((name) =>
      frame().getAttribute(name),
    )
    expect(attributes).toEqual([
      '/widget/comparison',
      'External Comparison Chart',
      'allow-scripts',
      'lazy',
      'no-referrer',
    ])
  })

  it('[DA-32] stays BTCUSD when another pair is shown, and says that it can be changed', () => {
    const { unmount } = render(<ComparisonCard src="/widget/comparison" />)
    expect(screen.getByText('BTCUSD · 1m · TradingView')).toBeInTheDocument()
    unmount()
    const view$ = new BehaviorSubject<DashboardView>({ pair: 'ETHUSD', timeframe: 'H1' })
    render(<ComparisonCard src="/widget/comparison" />, { wrapper: servedWith({ streams: { view$ } }) })
    expect(screen.getByText(/^BTCUSD · 1m · TradingView · other symbols can be chosen in it$/)).toBeInTheDocument()
    expect(frame().getAttribute('src')).toBe('/widget/comparison')
  })

  it('is covered until it reports that it has loaded', () => {
    render(<ComparisonCard src="/widget/comparison" />)
    expect(screen.getByText(LOADING)).toBeInTheDocument()
    post({ type: 'comparison.loaded' })
    expect(screen.queryByText(LOADING)).toBeNull()
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.queryByText(FAILED)).toBeNull()
  })

  it('[DA-2] shows the failure, and Retry creates a new frame', () => {
    render(<ComparisonCard src="/widget/comparison" />)
    const first = frame()
    post({ type: 'comparison.failed' })
    expect(screen.getByRole('alert').textContent).toContain(FAILED)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(screen.queryByText(FAILED)).toBeNull()
    expect(frame()).not.toBe(first)
  })

  it('[DA-2] fails 15 s after its page loaded without a report, and not earlier', () => {
    render(<ComparisonCard src="/widget/comparison" />)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText(LOADING)).toBeInTheDocument()
    fireEvent.load(frame())
    act(() => void vi.advanceTimersByTime(14_999))
    expect(screen.getByText(LOADING)).toBeInTheDocument()
    act(() => void vi.advanceTimersByTime(1))
    expect(screen.getByText(FAILED)).toBeInTheDocument()
  })

  it('[DA-3] accepts only known messages from its own frame', () => {
    render(<ComparisonCard src="/widget/comparison" />)
    post({ type: 'comparison.failed' }, window)
    post({ type: 'comparison.failed' }, null)
    post({ type: 'something.else' })
    post('comparison.failed')
    expect(screen.getByText(LOADING)).toBeInTheDocument()
  })

  it('[DA-2] shows a message when no chart is offered', () => {
    render(<ComparisonCard src={undefined} />)
    expect(screen.getByRole('alert').textContent).toBe('This server does not offer one.')
    expect(screen.queryByRole('button')).toBeNull()
    expect(document.querySelector('iframe')).toBeNull()
  })
})
