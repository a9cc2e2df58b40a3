import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MarketBadge } from '#src/features/shell/TopBar.tsx'
import { market } from '#test/support/client/shell.ts'

const badge = () => screen.getByTestId('market-badge').textContent

describe('[SH-3] the market badge', () => {
  it('shows live with the time of day', () => {
    render(
      <MarketBadge
        snapshot={{ market: market({ kind: 'kraken', label: 'Live · Kraken' }), receivedAt: 0 }}
        now={1_000}
        liveness="live"
      />,
    )
    expect(badge()).toBe('Live · Kraken23:59:08 UTC')
  })

  it('shows replay with date and speed, on the recorded clock', () => {
    const replayed = market({ kind: 'replay', label: 'Replay · june.csv.gz', speed: 60 })
    render(<MarketBadge snapshot={{ market: replayed, receivedAt: 0 }} now={1_000} liveness="live" />)
    expect(badge()).toBe('Replay · june.csv.gz2019-07-01 00:00:07 UTC · 60×')
  })

  it('shows a message while the source is degraded', () => {
    const degraded = 'Kraken has not answered for 2 minutes.'
    render(
      <MarketBadge
        snapshot={{ market: market({ kind: 'kraken', label: 'Live · Kraken', degraded }), receivedAt: 0 }}
        now={0}
        liveness="live"
      />,
    )
    expect(badge()).toBe(`Live · Kraken23:59:07 UTC${degraded}`)
  })

  it.each([
    ['reconnecting', 'Reconnecting…'],
    ['unresponsive', 'Server not responding…'],
    ['disconnected', 'Disconnected'],
  ] as const)('while %s says so in place of a time that nobody confirms', (liveness, text) => {
    render(<MarketBadge snapshot={{ market: market(), receivedAt: 0 }} now={0} liveness={liveness} />)
    expect(badge()).toBe(`Simulated${text}`)
    expect(screen.getByRole('status').textContent).toBe(text)
  })

  it('tolerates an invalid time', () => {
    render(<MarketBadge snapshot={{ market: market({ now: 1e20 }), receivedAt: 0 }} now={0} liveness="live" />)
    expect(badge()).toBe('SimulatedInvalid Date UTC')
  })

  it('shows a placeholder until the server has sent its market', () => {
    const { container } = render(<MarketBadge snapshot={undefined} now={0} liveness="live" />)
    expect(container.textContent).toBe('')
  })
})
