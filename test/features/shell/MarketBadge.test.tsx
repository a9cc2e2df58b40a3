import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MarketBadge } from '#src/features/shell/MarketBadge.tsx'
import { market } from '#test/support/client/shell.ts'

const badge = () => screen.getByTestId('market-badge').textContent

describe('[SH-3] the market badge', () => {
  it('says live with the clock of the day', () => {
    render(
      <MarketBadge
        snapshot={{ market: market({ kind: 'kraken', label: 'Live · Kraken' }), receivedAt: 0 }}
        now={1_000}
      />,
    )
    expect(badge()).toBe('Live · Kraken23:59:08 UTC')
  })

  it('says replay with its date and speed, on the recorded clock', () => {
    const replayed = market({ kind: 'replay', label: 'Replay · june.csv.gz', speed: 60 })
    render(<MarketBadge snapshot={{ market: replayed, receivedAt: 0 }} now={1_000} />)
    expect(badge()).toBe('Replay · june.csv.gz2019-07-01 00:00:07 UTC · 60×')
  })

  it('says in words that the source does not deliver', () => {
    const degraded = 'Kraken has not answered for 2 minutes.'
    render(
      <MarketBadge
        snapshot={{ market: market({ kind: 'kraken', label: 'Live · Kraken', degraded }), receivedAt: 0 }}
        now={0}
      />,
    )
    expect(badge()).toBe(`Live · Kraken23:59:07 UTC${degraded}`)
  })

  it('outlives a time that is none', () => {
    render(<MarketBadge snapshot={{ market: market({ now: 1e20 }), receivedAt: 0 }} now={0} />)
    expect(badge()).toBe('SimulatedInvalid Date UTC')
  })

  it('claims nothing before the server has spoken', () => {
    const { container } = render(<MarketBadge snapshot={undefined} now={0} />)
    expect(container.textContent).toBe('')
  })
})
