import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DashboardLayout } from '#src/features/dashboard/DashboardScreen.tsx'

it('[DA-4] [DA-5] renders its parts in the documented order and omits empty ones', () => {
  const parts = { chart: 'chart, ', analytics: 'cards, ', comparison: 'comparison' }
  const { rerender } = render(<DashboardLayout header="head, " {...parts} />)
  const text = () => screen.getByText('chart,').parentElement?.textContent
  expect(text()).toBe('chart, cards, comparison')
  rerender(<DashboardLayout header="head, " {...parts} models="models, " />)
  expect(text()).toBe('chart, cards, models, comparison')
})
