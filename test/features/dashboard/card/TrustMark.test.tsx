import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { TrustMark } from '#src/features/dashboard/card/TrustMark.tsx'
import { market } from '#test/support/client/shell.ts'
import { metadata, T } from '#test/support/client/trust.ts'

const reading = { market: market({ kind: 'kraken', now: T }), receivedAt: T }
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const paint = () =>
  act(() => {
    vi.advanceTimersToNextFrame()
  })
const mark = () => screen.getByRole('button').textContent

beforeEach(() =>
  vi.useFakeTimers({
    now: T + 500,
    toFake: ['Date', 'setInterval', 'clearInterval', 'requestAnimationFrame', 'cancelAnimationFrame'],
  }),
)
afterEach(() => vi.useRealTimers())

describe('[MA-61] a trust mark', () => {
  it('ages without new messages', () => {
    render(<TrustMark metadata={metadata()} market={reading} liveness="live" />)
    expect(mark()).toBe('Live · 0 s')
    pass(12_000)
    expect(mark()).toBe('Live · 12 s')
    pass(60_000)
    expect(mark()).toBe('Live · 1 min · overdue')
    pass(10 * 60_000)
    expect(mark()).toBe('Live · 11 min · stale')
    pass(20 * 60_000)
    expect(mark()).toBe('Live · 31 min · very stale')
  })

  it('[MA-60] names the source only where it is not the socket, if compact, and always for assistive technology', () => {
    const props = { market: reading, liveness: 'live', compact: true } as const
    const { rerender } = render(<TrustMark metadata={metadata()} {...props} />)
    expect(mark()).toBe('0 s')
    expect(screen.getByRole('button', { name: 'Live · 0 s, show provenance' })).toBeInTheDocument()
    rerender(<TrustMark metadata={metadata({ delivery: 'polling' })} {...props} />)
    expect(mark()).toBe('0 s')
    rerender(<TrustMark metadata={metadata({ delivery: 'polling' })} {...props} liveness="polled" />)
    expect(mark()).toBe('Polling · 0 s')
  })

  it('says at once that the connection is lost', () => {
    const { rerender } = render(<TrustMark metadata={metadata()} market={reading} liveness="live" />)
    rerender(<TrustMark metadata={metadata()} market={reading} liveness="reconnecting" />)
    expect(mark()).toBe('Live · 0 s · not live')
  })

  it('[MA-62] shows the provenance of its message on click, with the time it was painted', async () => {
    const { rerender } = render(<TrustMark metadata={metadata()} market={reading} liveness="live" />)
    paint()
    const button = screen.getByRole('button', { name: 'Live · 0 s, show provenance' })
    act(() => button.click())
    const shown = () => screen.getAllByRole('definition').map((each) => each.textContent)
    expect(screen.getByRole('dialog', { name: 'Data provenance (UTC)' })).toBeInTheDocument()
    const painted = shown()[6]
    expect(painted).toMatch(/^2019-06-30 22:00:00\.5\d\d$/)
    pass(2_000)
    expect(shown()[6]).toBe(painted)
    rerender(<TrustMark metadata={metadata()} market={reading} liveness="live" />)
    paint()
    expect(shown()[6]).toBe(painted)
    rerender(<TrustMark metadata={metadata({ messageId: 'next-0' })} market={reading} liveness="live" />)
    paint()
    expect(shown()[6]).toMatch(/^2019-06-30 22:00:02\.5\d\d$/)
    expect(shown()[8]).toBe('next-0')
  })
})
