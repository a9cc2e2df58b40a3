import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AnalyticsSection } from '#src/features/dashboard/analytics/AnalyticsSection.tsx'

const CARDS = { structure: 'A', patterns: 'B', levels: 'C', indicators: 'D', confluence: 'E' }

describe('[MA-67] the Market Analytics Dashboard', () => {
  it('shows that it is connecting, with placeholders for the cards', () => {
    render(<AnalyticsSection isEstablishing matrix="Matrix" cards={CARDS} />)
    expect(screen.getByRole('region', { name: 'Market Analytics Dashboard' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.getByRole('status').textContent).toBe('Establishing connection to Redis streams...')
    expect(screen.queryByText('A')).toBeNull()
    expect(document.querySelectorAll('[aria-hidden="true"]').length).toBeGreaterThanOrEqual(5)
  })

  it('otherwise shows the cards in order', () => {
    render(<AnalyticsSection isEstablishing={false} matrix="Matrix" cards={CARDS} />)
    expect([...screen.getByRole('region').children].map(({ textContent }) => textContent)).toEqual([
      'Matrix',
      'A',
      'B',
      'C',
      'D',
      'E',
    ])
    expect(screen.queryByRole('status')).toBeNull()
  })
})
