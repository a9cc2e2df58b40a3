import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DashboardLayout } from '#src/features/dashboard/DashboardLayout.tsx'

it('[DA-4] stands in the documented order, and a column without content is absent', () => {
  const { container, rerender } = render(<DashboardLayout chart="chart" comparison="comparison" />)
  expect(screen.getByRole('heading', { level: 1, name: 'Trading Dashboard' })).toBeTruthy()
  const parts = () => [...container.querySelectorAll('[data-aside] > *')].map((part) => part.textContent)
  expect(parts()).toEqual(['chart', 'comparison'])
  rerender(<DashboardLayout chart="chart" aside="cards" comparison="comparison" />)
  expect(parts()).toEqual(['chart', 'cards', 'comparison'])
})
